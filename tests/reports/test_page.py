import re
from dataclasses import replace
from urllib.parse import unquote

import polars as pl
import pytest

from reports import Content, page
from reports.page import MOST_BYTES, TITLES
from tests.reports.contents import NAMES, content, many_cells, usual
from tests.reports.reader import Page

EVIL = """<script>alert("x")</script>'"&amp;]]>--><img src=x onerror=alert(1)>$x_1$ {{ 7 * 7 }} #010101"""


@pytest.fixture(scope="module")
def html() -> str:
    return page(usual())


@pytest.fixture(scope="module")
def read(html) -> Page:
    return Page(html)


def test_the_page_needs_nothing_from_elsewhere(html, read):
    assert "http:" not in html and "https:" not in html and "//" not in re.sub(r"(?m)^\s*//.*$", "", html)
    for tag, attributes in read.elements:
        for name in ("src", "href", "srcset", "action", "poster"):
            if value := attributes.get(name):
                assert value.startswith(("#", "data:text/csv")), (tag, value)
    assert not read.all("link") and not read.all("iframe") and not read.all("img")
    assert "@import" not in html and "@font-face" not in html
    (policy,) = [m["content"] for m in read.all("meta") if m.get("http-equiv") == "Content-Security-Policy"]
    assert policy is not None and policy.startswith("default-src 'none'")


def test_ids_are_unique_and_every_link_inside_the_page_arrives(read):
    ids = [attributes["id"] for _, attributes in read.elements if "id" in attributes]
    assert len(ids) == len(set(ids))
    links = [a["href"][1:] for a in read.all("a") + read.all("use") if (a.get("href") or "").startswith("#")]
    styles = [value or "" for _, attributes in read.elements for value in attributes.values()]
    clips = [target for value in styles for target in re.findall(r"url\(#([^)]+)\)", value)]
    assert links and clips
    assert set(links + clips) <= set(ids)


def test_figures_have_words_for_those_who_cannot_see_them(read):
    figures = read.all("svg")
    assert 5 <= len(figures) <= 12
    for figure in figures:
        assert figure["role"] == "img"
        assert len(figure["aria-label"] or "") > 40
    assert len(read.all("figcaption")) == len(figures)


def test_figures_follow_the_colours_and_fonts_of_the_page(html):
    for figure in re.findall(r"<svg.*?</svg>", html, re.S):
        assert not re.search(r"#[0-9a-f]{6}\b", figure), "a colour that dark mode does not know"
        assert "var(--c1)" in figure and "currentColor" in figure
        assert "<text" in figure and "font-family" not in figure


def test_tables_can_be_sorted_and_taken_away(read):
    heads = [th for th in read.all("th") if "aria-sort" in th]
    assert heads and all(th["aria-sort"] == "none" and th["scope"] == "col" for th in heads)
    downloads = [a for a in read.all("a") if "download" in a]
    assert len(downloads) == len([t for t in read.all("table") if t.get("class") == "sortable"])
    for link in downloads:
        frame = pl.read_csv(unquote((link["href"] or "").partition(",")[2]).encode())
        assert {"cell", "estimate", "low", "joint_low", "fixed_low", "games", "blocks"} <= set(frame.columns)
        assert frame.height > 0


def test_all_that_one_needs_to_repeat_it_is_there(read):
    text = read.text()
    for fact in ("fairdraw run q.yaml --set stop.at_most=10", "seed", "abc123", "def456", "dice 3", "fairdraw 0.1.0",
                 "heuristic bots (temperature 0.15)", "5 come from the rulebook (S)", "1 are our own estimate (E)",
                 "cap_mine: a mine never earns more", "question: Which character wins too often?"):  # fmt: skip
        assert fact in text, fact


def test_sections_come_in_the_order_of_reading(read):
    text = read.text()
    order = ("wins too often: ", "Every line that was judged", "Dashed: the fair share", "A block is one deal",
             "fairdraw run", "come from the rulebook")  # fmt: skip
    places = [text.index(words) for words in order]
    assert places == sorted(places)
    assert text.partition("wins too often: ")[0].count("■ fail") == 1
    titles = read.text("h2")
    assert titles.startswith("Targets Characters")
    assert TITLES["bots"] not in titles, "bots that are all alike say nothing"


def test_a_page_is_small_and_always_the_same(html):
    assert len(html.encode()) < 400_000
    assert html.startswith("<!doctype html>")
    assert html == page(usual())


def test_a_question_with_many_cells_still_fits():
    html = page(many_cells(90))
    assert len(html.encode()) < MOST_BYTES
    assert "more rows are in summary.json" in html and "of 15 panels" in html


def test_no_text_becomes_markup():
    """Title, rule set, character and bots; in the page, its figures and its CSV."""
    evil = content(names=(EVIL, *NAMES[1:]), title=EVIL, rule_sets=(EVIL, "b"), bots=EVIL)
    read = Page(page(evil))
    assert [tag for tag, _ in read.elements if tag in ("script", "img", "style")] == ["style", "script"]
    assert not any(name.startswith("on") for _, attributes in read.elements for name in attributes)
    for tag in ("title", "h1", "p", "td", "caption", "text"):
        assert '<script>alert("x")</script>' in read.text(tag), f"{tag}: not as it was written"
    assert "{{ 7 * 7 }} #010101" in read.text("text"), "neither mathematics, nor template, nor colour"


def test_estimates_data_and_manifest_are_escaped_too():
    base = content()
    manifest = {**base.manifest, "question": "</code></pre>" + EVIL, "set": [EVIL], "file": EVIL, "cpu": EVIL}
    game = {**base.game, "title": EVIL, "estimated": [EVIL], "tie_break": [EVIL], "columns": {"vp_gold": EVIL}}
    read = Page(page(Content(manifest, base.tables, game, base.verdict, base.targets)))
    assert len(read.all("script")) == 1 and not read.all("img")


def test_scores_without_parts_need_no_figure():
    base = content(within=None)
    whole = base.tables["scores"]
    scores = replace(whole, frame=whole.frame.filter(pl.col("measure") == "score"))
    read = Page(page(replace(base, tables={"seats": base.tables["seats"], "scores": scores})))
    assert len(read.all("svg")) == 1 and "Where the points come from" in read.text("h2")


def test_digits_stop_where_the_error_begins(read):
    found = re.findall(r"([\d.]+) %", read.text("td"))
    assert found and all(len(number.partition(".")[2]) <= 2 for number in found)
