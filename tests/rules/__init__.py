"""Tests that tell stories and cite the rule they check: @rule("CC-12.5").

RULES.txt of a game lists every numbered rule of its specification, one a line; `# why` after a number says why no test
can cite it. `pytest --rules` shows which tests cite which rule.
"""
import ast
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent


def rule(*numbers: str):
    """This test checks these rules of the specification."""
    return pytest.mark.rule(*numbers)


def games() -> list[str]:
    return sorted(file.parent.name for file in FOLDER.glob("*/RULES.txt"))


def listed(game: str) -> dict[str, str]:
    """Every numbered rule of a game, with the reason why no test can cite it, mostly empty."""
    lines = (FOLDER / game / "RULES.txt").read_text(encoding="utf-8").splitlines()
    return {number.strip(): why.strip() for number, _, why in (line.partition("#") for line in lines) if number.strip()}


def citations(game: str) -> dict[str, list[str]]:
    """The tests that cite each rule, read from their source: no test has to run for it."""
    cited: dict[str, list[str]] = {}
    for file in sorted((FOLDER / game).rglob("test_*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        for test in [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]:
            for number in numbers_of(test):
                cited.setdefault(number, []).append(f"{file.relative_to(FOLDER.parent)}::{test.name}")
    return cited


def numbers_of(test: ast.FunctionDef) -> list[str]:
    calls = [one for one in test.decorator_list if isinstance(one, ast.Call) and getattr(one.func, "id", "") == "rule"]
    return [argument.value for call in calls for argument in call.args
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str)]


def report() -> str:
    """For each rule the tests that cite it."""
    lines = []
    for game in games():
        rules, cited = listed(game), citations(game)
        bare = [number for number, why in rules.items() if not why and number not in cited]
        lines.append(f"{game}: {len(rules)} rules, {len(cited)} cited by tests, {len(bare)} neither cited nor excused")
        for number, why in rules.items():
            lines += [f"  {number}  {test}" for test in cited.get(number, [f"# {why}" if why else "-"])]
    return "\n".join(lines)
