"""A state as a dict for people: sets are lists of numbers, and what comes back is checked before a kernel sees it."""
from __future__ import annotations

from typing import Any

from sim.core.rulebook import nearest

Sets = dict[str, int]           # fields that are a set, one bit a member: name -> how many members there can be


def show(raw: Any, sets: Sets, name: str = "") -> Any:
    """The kernel's dict, with sets as sorted lists of their members."""
    if isinstance(raw, dict):
        return {key: show(value, sets, key) for key, value in raw.items()}
    if isinstance(raw, list):
        if name not in sets and raw and type(raw[0]) is int:        # most of a state: nothing to be shown otherwise
            return raw.copy()
        return [show(value, sets, name) for value in raw]
    if name in sets:
        return [i for i in range(sets[name]) if raw >> i & 1]
    return raw


def read(shown: Any, like: Any, sets: Sets, problems: list[str], path: str = "", name: str = "") -> Any:
    """The kernel's dict from one for people. `like` is any state of the same table: it says which fields there are."""
    def wrong(message: str) -> Any:
        problems.append(f"{path or 'the view'}: {message}")
        return like

    if isinstance(like, dict):
        if not isinstance(shown, dict):
            return wrong(f"{shown!r} is not a dict of {', '.join(list(like)[:5])} …")
        for key in [key for key in shown if key not in like]:
            wrong(f"there is no field {key!r} ({nearest(key, like)})")
        for key in [key for key in like if key not in shown]:
            wrong(f"the field {key!r} is missing")
        return {key: read(shown[key], value, sets, problems, f"{path}.{key}" if path else key, key)
                for key, value in like.items() if key in shown}
    if isinstance(like, list):
        if not isinstance(shown, list | tuple) or len(shown) != len(like):
            return wrong(f"{shown!r} is not a list of {len(like)}")
        if name not in sets and type(like[0]) is int and all(type(value) is int for value in shown):
            return list(shown)
        return [read(value, model, sets, problems, f"{path}[{i}]", name)
                for i, (value, model) in enumerate(zip(shown, like, strict=True))]
    if name in sets:
        size = sets[name]
        if not isinstance(shown, list | tuple | set) or not all(whole(x) and 0 <= x < size for x in shown):
            return wrong(f"{shown!r} is not a list of numbers 0 to {size - 1}")
        if len(set(shown)) != len(shown):
            return wrong(f"{shown!r} names a number twice")
        return sum(1 << x for x in shown)
    return shown if whole(shown) else wrong(f"{shown!r} is not a whole number")


def whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def leaves(raw: Any, path: tuple = ()) -> list[tuple[tuple, Any]]:
    """Every number of a kernel's dict, with the way to it."""
    if isinstance(raw, dict | list):
        steps = raw.items() if isinstance(raw, dict) else enumerate(raw)
        return [leaf for key, value in steps for leaf in leaves(value, (*path, key))]
    return [(path, raw)]


def replaced(raw: Any, path: tuple, value: Any) -> Any:
    """A copy of a kernel's dict with one number changed."""
    if not path:
        return value
    copy = raw.copy()
    copy[path[0]] = replaced(raw[path[0]], path[1:], value)
    return copy


def written(path: tuple) -> str:
    """("figures", "spaces", 2) as a person writes it: figures.spaces[2]."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path).lstrip(".")
