"""A matplotlib figure as an SVG that belongs into our page: its colours follow the page, its ids are unique in it."""

from __future__ import annotations

import io
import re
import xml.etree.ElementTree as ET
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# matplotlib wants colours, the page wants variables: each of these stands for one and is replaced in the end.
INK, MUTED, GRID, BAND, PAPER = "#010101", "#020202", "#030303", "#040404", "#050505"
SERIES = tuple(f"#0601{i:02x}" for i in range(1, 8))
VARIABLES = {
    INK: "currentColor",
    MUTED: "var(--muted)",
    GRID: "var(--grid)",
    BAND: "var(--band)",
    PAPER: "var(--paper)",
    **{colour: f"var(--c{i})" for i, colour in enumerate(SERIES, 1)},
}
SETTINGS: dict[Any, Any] = {
    "svg.hashsalt": "fairdraw",  # else ids are random
    "svg.fonttype": "none",
    "text.parse_math": False,  # a rule set may be called "$x$"
    "font.size": 9,
    "text.color": INK,
    "axes.edgecolor": MUTED,
    "axes.labelcolor": INK,
    "xtick.color": MUTED,
    "xtick.labelcolor": INK,
    "ytick.color": MUTED,
    "ytick.labelcolor": INK,
    "legend.frameon": False,
}
REFERENCE = re.compile(r"url\(#([^)]+)\)")


def inline(figure: Figure, name: str, alt: str) -> str:
    """The figure as an <svg> element; `name` begins each of its ids."""
    file = io.StringIO()
    figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None}, transparent=True)
    root = ET.fromstring(file.getvalue())
    for parent in root.iter():
        for child in [child for child in parent if child.tag.endswith(("}metadata", "}style"))]:
            parent.remove(child)  # a style would hold for the whole page
    wanted = {target for element in root.iter() for target in _references(element)}
    for element in root.iter():
        element.tag = element.tag.rpartition("}")[2]
        attributes = {key.rpartition("}")[2]: value for key, value in element.attrib.items()}
        if attributes.get("id") not in wanted:
            attributes.pop("id", None)
        element.attrib.clear()
        element.attrib.update({key: _ours(key, value, name) for key, value in attributes.items()})
        if element.tail:
            element.tail = "\n"
    for key in ("width", "height", "version"):
        root.attrib.pop(key, None)
    root.attrib.update({"role": "img", "aria-label": alt, "class": "plot"})
    return ET.tostring(root, encoding="unicode")


def text(words: str) -> str:
    """What may stand in XML, on one line."""
    return " ".join("".join(c if c.isprintable() else " " for c in words).split())


def _references(element: ET.Element) -> list[str]:
    found = [target for value in element.attrib.values() for target in REFERENCE.findall(value)]
    return found + [value[1:] for key, value in element.attrib.items() if key.endswith("href")]


def _ours(key: str, value: str, name: str) -> str:
    if key == "id":
        return f"{name}-{value}"
    if key == "href":
        return f"#{name}-{value[1:]}"
    value = REFERENCE.sub(rf"url(#{name}-\1)", value)
    value = re.sub(r"font-family: [^;]*;? ?", "", value)  # the page's own
    value = re.sub(r"rotate\(-0 [^)]*\)", "", value)
    value = re.sub(r"(\.\d\d)\d+", r"\1", value)  # a hundredth of a point is finer than any eye
    return re.sub(r"#[0-9a-f]{6}\b", lambda found: VARIABLES.get(found[0], found[0]), value)
