"""What must hold in every state of Gold Rush, and what of a state one seat knows.

`unsafe` names what the kernel cannot stand: numbers out of range, a question that nobody could answer. `unbalanced`
names what no game leads to: tiles, figures and tokens that do not add up (section 16.2 of the specification).
"""
from __future__ import annotations

from collections import Counter
from typing import Any

from sim.gold_rush import words as w
from sim.gold_rush.atlas import Atlas, Feature, fits
from sim.gold_rush.box import tiles, tokens

View = dict[str, Any]
Setting = dict[str, Any]

MOST_POINTS = 9000              # of one part of the score
MOST_COUNTED = 500              # of one counter
MOST_DRAWS = 20_000             # tiles can be put back (unplaceable_tile: return_redraw)
END_PARTS = (1, 3, 5, 6, 7, 8)  # parts of the score that only the end brings


def problems(view: View, setting: Setting) -> list[str]:
    """All that is wrong with a state; none in any state that a game leads to."""
    wrong = out_of_range(view, setting)
    if wrong:
        return wrong
    atlas = Atlas(view, setting)
    return atlas.misfits or [
        *unanswerable(view, setting, atlas), *tile_counts(view, setting), *figure_problems(view, setting, atlas),
        *token_problems(view, setting, atlas), *score_problems(view)]


# What the kernel cannot stand -----------------------------------------------------------------------------------------

def out_of_range(view: View, setting: Setting) -> list[str]:
    players, kinds = setting["players"], len(tiles(setting))
    wrong = []

    def within(name: str, value: int, low: int, high: int) -> None:
        if not low <= value <= high:
            wrong.append(f"{name} is {value} ({low} to {high})")

    within("head.players", view["head"]["players"], players, players)
    within("phase", view["phase"], w.OVER, w.ACT)
    over = view["phase"] == w.OVER
    within("head.to_move", view["head"]["to_move"], -1 if over else 0, -1 if over else players - 1)
    within("tile", view["tile"], 0 if view["phase"] == w.PLACE else -1, kinds - 1 if view["phase"] == w.PLACE else -1)
    within("placer", view["placer"], -1, players - 1)
    within("end_reason", view["end_reason"], 0, 1 if over else 0)
    within("turn", view["turn"], 0, MOST_COUNTED)
    within("drawn", view["drawn"], 0, MOST_DRAWS)
    within("tiles", view["tiles"], 1, w.TILES)
    within("left", view["left"], 0, w.TILES)
    for i, kind in enumerate(view["pile"]):
        within(f"pile[{i}]", kind, 0, kinds - 1 if i < view["left"] else 0)
    for i in range(w.TILES):
        laid = i < view["tiles"]
        for name, most in (("kind", kinds - 1), ("rotation", 3)):
            within(f"{name}[{i}]", view[name][i], 0, most if laid else 0)
        for name in ("x", "y"):
            within(f"{name}[{i}]", view[name][i], -w.TILES if laid else 0, w.TILES if laid else 0)
    for p in range(w.SEATS):
        there = p < players
        for i, kind in enumerate(view["hand"][p]):
            in_hand = i < (setting["rules"]["tile_choice"] if there else 0)
            blank = -1 if i < w.HAND else 0
            within(f"hand[{p}][{i}]", kind, blank, kinds - 1 if in_hand else blank)
        for name in ("mined", "won"):
            for i, n in enumerate(view[name][p]):
                within(f"{name}[{p}][{i}]", n, 0, w.TOKENS if there else 0)
        for i in range(12):
            within(f"vp[{p}][{i}]", view["vp"][p][i], 0, MOST_POINTS if there and i < w.PARTS else 0)
            within(f"n[{p}][{i}]", view["n"][p][i], 0, MOST_COUNTED if there and i < w.COUNTS else 0)
        for name, rule in (("cowboys", "cowboys_usable"), ("tents", "tents_per_player")):
            own = setting["rules"][rule] if there else 0
            for i, place in enumerate(view[name][p]):
                if (place == w.NOT_IN_GAME) != (i >= own):
                    wrong.append(f"{name}[{p}][{i}] is {place}: seat {p} has {own} {name}")
    return wrong


def unanswerable(view: View, setting: Setting, atlas: Atlas) -> list[str]:
    """A question without an answer, or one that nobody would ask now."""
    phase, me = view["phase"], view["head"]["to_move"]
    wrong = []
    if phase == w.PLACE and not fits(setting, view["tile"], atlas.frontier()):
        wrong.append(f"the tile {tiles(setting)[view['tile']].id} fits nowhere (GR-4.3)")
    hand = [kind for kind in view["hand"][me][:w.HAND] if kind >= 0]
    if phase == w.CHOOSE and not any(fits(setting, kind, atlas.frontier()) for kind in hand):
        wrong.append(f"no tile in the hand of seat {me} fits anywhere")
    if phase == w.CHOOSE and setting["rules"]["tile_choice"] == 1:
        wrong.append("there is nothing to choose from (tile_choice)")
    if phase == w.ACT and (view["placer"] != me or view["tiles"] < 2):
        wrong.append(f"seat {me} acts without having laid a tile")
    if (view["placer"] < 0) != (view["tiles"] == 1 and phase != w.OVER):
        wrong.append(f"seat {view['placer']} laid the last tile of {view['tiles']}")
    return wrong


# What no game leads to ------------------------------------------------------------------------------------------------

def tile_counts(view: View, setting: Setting) -> list[str]:
    """I3: every tile of the box lies somewhere."""
    found = tiles(setting)
    seen = Counter(view["kind"][:view["tiles"]])
    seen.update(view["pile"][:view["left"]])
    seen.update(kind for hand in view["hand"] for kind in hand[:w.HAND] if kind >= 0)
    seen.update([view["tile"]] if view["tile"] >= 0 else [])
    wrong = [f"there are {n} tiles {found[kind].id} of {found[kind].count}" for kind, n in seen.items()
             if n > found[kind].count]
    total = sum(tile.count for tile in found)
    if sum(seen.values()) + view["discarded"] != total:
        wrong.append(f"{sum(seen.values())} tiles and {view['discarded']} discarded are not the {total} of the box")
    return wrong


def figure_problems(view: View, setting: Setting, atlas: Atlas) -> list[str]:
    """I2, I6: figures stand on features, and on complete ones only while their scoring is due."""
    wrong = []
    taken: Counter = Counter()          # segments of each mountain
    campers: Counter = Counter()

    for p in range(setting["players"]):
        for place in view["cowboys"][p][:setting["rules"]["cowboys_usable"]]:
            if place == w.IN_SUPPLY:
                continue
            kind, number = (w.SHOWN[place // 256], place % 256) if 0 <= place < 1024 else ("nothing", place)
            if kind == "city":
                if number >= len(atlas.cities):
                    wrong.append(f"seat {p} has a merchant in a city {number} that is not there")
                elif all(long_complete(view, atlas.features["railroad"][rail])
                         for rail in atlas.city_rails(atlas.cities[number])):
                    wrong.append(f"a merchant of seat {p} stands in a complete city")
                continue
            one = atlas.features.get(kind, {}).get(number)
            if one is None:
                wrong.append(f"seat {p} has a cowboy on {place}: no such feature")
            elif kind != "prairie" and long_complete(view, one):
                wrong.append(f"a cowboy of seat {p} stands on a complete {kind}")
            if kind == "mountain":
                taken[number] += 1
        for number in view["tents"][p][:setting["rules"]["tents_per_player"]]:
            if number == w.IN_SUPPLY:
                continue
            one = atlas.features["mountain"].get(number)
            if one is None:
                wrong.append(f"seat {p} has a tent on {number}: no such mountain")
            elif long_complete(view, one):
                wrong.append(f"a tent of seat {p} stands on a complete mountain (GR-5.9)")
            campers[number] += 1
        if view["phase"] == w.OVER and any(number >= 0 for number in view["tents"][p]):
            wrong.append(f"the tent of seat {p} stands at the end (GR-7.2)")
    if setting["rules"]["tent_needs_free_segment"]:
        taken += campers
    room = {m: len(one.segments) for m, one in atlas.features["mountain"].items()}
    return wrong + [f"{n} figures on the {room[m]} segments of mountain {m} (GR-4.19)" for m, n in taken.items()
                    if m in room and n > room[m]]


def long_complete(view: View, one: Feature) -> bool:
    """Complete, and not by the tile whose scoring is still to come."""
    just_now = view["phase"] == w.ACT and any(n == view["tiles"] - 1 for n, _ in one.segments)
    return one.open == 0 and not just_now


def token_problems(view: View, setting: Setting, atlas: Atlas) -> list[str]:
    """I1: every token lies somewhere, and has one value."""
    _, counts = tokens(setting)
    wrong = []
    mountains = atlas.features["mountain"]
    face_up = [place for place in view["face_up"] if place != -1]
    for m, n in enumerate(view["stack"]):
        most = mountains[m].nuggets if m in mountains else 0
        if n > most:
            wrong.append(f"{n} tokens on mountain {m} with {most} nuggets")
        elif n and long_complete(view, mountains[m]):
            wrong.append(f"{n} tokens on mountain {m}, long complete")
    held = [sum(view[name][p][v] for name in ("mined", "won") for p in range(w.SEATS)) for v in range(w.VALUES)]
    where = view["supply"] + sum(view["stack"]) + sum(held) + view["removed"]
    if where != sum(counts):
        wrong.append(f"{where} tokens are on the table, {sum(counts)} in the box")
    if setting["rules"]["tokens_visible_on_map"]:
        shown = Counter(place & 7 for place in face_up)
        if Counter(place >> 3 for place in face_up) != Counter({m: n for m, n in enumerate(view["stack"]) if n}):
            wrong.append("the face-up tokens are not those of the stacks")
        if face_up != view["face_up"][:len(face_up)] or any(place < 0 for place in face_up):
            wrong.append("the face-up tokens do not stand at the beginning of their list")
        if sum(view["unseen"]) != view["supply"]:
            wrong.append(f"{sum(view['unseen'])} tokens have not been shown, {view['supply']} are in the supply")
        wrong += [f"too many tokens of value number {v}" for v in range(w.VALUES)
                  if view["unseen"][v] + shown[v] + held[v] > counts[v]]
    else:
        if face_up:
            wrong.append("tokens lie face up without tokens_visible_on_map")
        wrong += [f"{view['unseen'][v]} unseen and {held[v]} held tokens of value number {v}, {counts[v]} in the box"
                  for v in range(w.VALUES) if view["unseen"][v] + held[v] != counts[v]]
    return wrong


def score_problems(view: View) -> list[str]:
    """I8: prairies, tokens and open features score only at the end (GR-6.2, GR-4.23)."""
    if view["phase"] == w.OVER:
        return []
    return [f"seat {p} has points of the end already" for p in range(w.SEATS)
            if any(view["vp"][p][part] for part in END_PARTS)]


# Secrets --------------------------------------------------------------------------------------------------------------

def visible(view: View, me: int, setting: Setting) -> View:
    """What seat `me` knows (GR-4.30): all but the order of the pile and the values of tokens that it does not hold."""
    seen = {name: value for name, value in view.items() if name not in ("head", "pile")}
    seen["to_move"] = view["head"]["to_move"]
    seen["pile"] = sorted(view["pile"][:view["left"]])
    if view["phase"] == w.OVER or setting["rules"]["tokens_visible_on_map"]:
        return seen
    others = [p for p in range(w.SEATS) if p != me]
    for name in ("mined", "won"):
        seen[name] = {"own": view[name][me], "others": [sum(view[name][p]) for p in others]}
    seen["unseen"] = [view["unseen"][v] + sum(view[name][p][v] for p in others for name in ("mined", "won"))
                      for v in range(w.VALUES)]
    return seen
