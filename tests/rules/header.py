"""What state.pxd of a game declares, read as text: its enumerations and the fields of its structs."""
import re
from functools import cache
from pathlib import Path

import sim

BODY = r".*\n((?:(?: +.*)?\n)+)"


@cache
def text(game: str) -> str:
    return (Path(sim.__file__).parent / game / "state.pxd").read_text()


def block(game: str, header: str) -> list[str]:
    """The lines below a header, without comments."""
    body = re.search(rf"^cdef {header}{BODY}", text(game), re.MULTILINE)
    assert body, f"state.pxd of {game} has no {header}"
    return [line.split("#")[0].strip() for line in body[1].splitlines() if line.split("#")[0].strip()]


def fields(game: str, struct: str) -> list[str]:
    return [name.strip() for line in block(game, f"struct {struct}\\b") for name in line.split(None, 1)[1].split(",")]


def names_of(game: str, enum: str) -> list[str]:
    """The names of the enumeration whose comment begins with this word."""
    entries = [entry for line in block(game, f"enum: +# {enum}\\b") for entry in line.split(",")]
    return [entry.split("=")[0].strip() for entry in entries if entry.strip()]


@cache
def enumerators(game: str) -> dict[str, int]:
    """Every name of every enumeration with its number."""
    found = {}
    for body in re.findall(rf"^cdef enum\b{BODY}", text(game), re.MULTILINE):
        number = 0
        for line in body.splitlines():
            for entry in line.split("#")[0].split(","):
                name, _, value = (part.strip() for part in entry.partition("="))
                if name:
                    number = int(value, 0) if value else number
                    found[name] = number
                    number += 1
    return found
