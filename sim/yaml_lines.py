"""YAML with addresses: what a file says, and where each part of it stands, so that an error can point at its line."""
from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

Path_ = tuple[str | int, ...]           # of a value: ("stop", "half_width"), ("targets", 0, "by")
MOST_VALUES = 100_000                   # aliases of aliases can unfold a small file without end


class FileError(ValueError):
    """All that is wrong with a file, one line each, in the order of the file."""

    def __init__(self, lines: list[str]):
        self.lines = lines
        super().__init__("\n".join(lines))


@dataclass
class Located:
    """The content of a file, and where every value stands: (line, column), or the --set that put it there."""
    name: str
    data: Any
    where: dict[Path_, tuple[int, int] | str] = field(default_factory=dict)
    problems: list[tuple[Path_, str]] = field(default_factory=list)

    def problem(self, path: Path_, message: str) -> None:
        if (path, message) not in self.problems:
            self.problems.append((path, message))

    def raise_problems(self) -> None:
        if self.problems:
            found = sorted(((self.place(path), message) for path, message in self.problems),
                           key=lambda one: (isinstance(one[0], str), one[0]))
            raise FileError([f"{shown(self.name, place)}: {message}" for place, message in found])

    def place(self, path: Path_) -> tuple[int, int] | str:
        """Where a value stands; one that is not there stands where it should be."""
        while path and path not in self.where:
            path = path[:-1]
        return self.where.get(path, (1, 1))

    def override(self, setting: str) -> None:
        """Apply one --set a.b=1; the value is read as in YAML."""
        name, equals, text = setting.partition("=")
        label = f"--set {name}"
        path: Path_ = tuple(int(step) if step.isdecimal() else step for step in name.split("."))
        if not equals or not all(str(step) for step in path):
            raise FileError([f"--set {setting}: not a.b=value (for example design.seed=7)"])
        try:
            value = parse(text, label).data
        except FileError:
            raise FileError([f"{label}: {text!r} is no value"]) from None
        node = self.data
        for step, following in pairwise(path):
            self.step_into(node, step, label)
            if isinstance(node, dict):
                node.setdefault(step, {} if isinstance(following, str) else [])
                if node[step] is None:          # a key without a value takes what is set below it
                    node[step] = {}
            node = node[step]
        self.step_into(node, path[-1], label)
        node[path[-1]] = value
        self.where = {known: place for known, place in self.where.items() if known[:len(path)] != path}
        for length in range(1, len(path) + 1):
            self.where.setdefault(path[:length], label)

    @staticmethod
    def step_into(node: Any, step: str | int, label: str) -> None:
        """Can this be set? A key of a mapping, or an entry that a list has."""
        if isinstance(node, list) and isinstance(step, int) and step < len(node):
            return
        if isinstance(node, list):
            raise FileError([f"{label}: {step} is no entry of a list of {len(node)} (count from 0)"])
        if not isinstance(node, dict):
            raise FileError([f"{label}: there is nothing named {step} to be set, only the value {node!r}"])


def shown(name: str, place: tuple[int, int] | str) -> str:
    return place if isinstance(place, str) else f"{name}:{place[0]}:{place[1]}"


def read(file: Path) -> Located:
    """A file as a user names it; whatever is wrong with it is a FileError."""
    try:
        return parse(file.read_text(encoding="utf-8-sig"), str(file))
    except UnicodeDecodeError as error:
        raise FileError([f"{file}:1:1: byte {error.start} is not text (save it as UTF-8)"]) from None
    except FileNotFoundError:
        raise FileError([f"{file}: there is no such file"]) from None
    except IsADirectoryError:
        raise FileError([f"{file}: this is a folder (name a YAML file in it)"]) from None
    except OSError as error:
        raise FileError([f"{file}: it cannot be read ({error.strerror})"]) from None


def parse(text: str, name: str) -> Located:
    """Plain data from text, with positions; the grammar of YAML and duplicate keys are checked here."""
    from ruamel.yaml import YAML, YAMLError
    from ruamel.yaml.error import MarkedYAMLError

    def loader() -> Any:
        yaml = YAML(typ="safe", pure=True)
        yaml.allow_duplicate_keys = True            # they are reported below, with both of their lines
        return yaml

    located = Located(name, None)
    try:
        if top := loader().compose(text):
            locate(located, top, (), ())
            located.data = worded(loader().load(text))
    except FileError:
        raise
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        raise FileError([f"{shown(name, place)}: {plain(error)}"]) from None
    except RecursionError:
        raise FileError([f"{name}:1:1: lists within lists without end"]) from None
    except (YAMLError, ValueError) as error:
        raise FileError([f"{name}:1:1: this is not YAML ({' '.join(str(error).split())})"]) from None
    return located


def worded(node: Any) -> Any:
    """The same with words as keys: a rule set may be called 2025."""
    if isinstance(node, dict):
        return {str(key): worded(value) for key, value in node.items()}
    return [worded(value) for value in node] if isinstance(node, list) else node


def plain(error: Any) -> str:
    """What the parser found, in words for the person who wrote the file."""
    problem = str(error.problem or error)
    if "'\\t'" in problem:
        return "a tab (indent with spaces)"
    if tag := re.search(r"constructor for the tag '([^']*)'", problem):
        return f"the tag {tag[1]} is not allowed here (write plain values)"
    if "another document" in problem:
        return "a second document begins here (one question a file)"
    return f"{problem}, {error.context}" if error.context else problem


def locate(located: Located, node: Any, path: Path_, above: tuple[int, ...]) -> None:
    """Write down where this node and all below it stand."""
    mark = node.start_mark
    located.where.setdefault(path, (mark.line + 1, mark.column + 1))
    if id(node) in above or len(located.where) > MOST_VALUES:
        place = located.place(path)
        raise FileError([f"{shown(located.name, place)}: an alias that contains itself, or too many of them"])
    if node.id == "sequence":
        for i, item in enumerate(node.value):
            locate(located, item, (*path, i), (*above, id(node)))
    if node.id != "mapping":
        return
    first: dict[str, int] = {}
    for key, value in node.value:
        line, column = key.start_mark.line + 1, key.start_mark.column + 1
        if not isinstance(key.value, str) or not key.value:
            raise FileError([f"{located.name}:{line}:{column}: a key must be a word"])
        name = key.value
        if name in first and name != "<<":
            located.problem((*path, name), f"the key {name} is there twice, in line {first[name]} and in line {line}")
        first.setdefault(name, line)
        located.where.setdefault((*path, name), (line, column))
        locate(located, value, (*path, name), (*above, id(node)))
