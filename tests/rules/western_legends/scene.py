"""Small scenes of Western Legends for tests: say what matters, the rest of the box is laid out so that all adds up.

    game = scene("annie_oakley bass_reeves", hands=["K♠ 4♣", "Q♥"], place=["DR_MID", "DR_MID"], lp=[6, 0])
    play(game, "challenge seat 1", "use it", "discard 3♠", "lay K♠", "lay Q♥")

It is the action phase of seat 0 (or `active`) in round 1; nobody owns anything, no bandits, no stories, the Sheriff is
in his office, and everybody stands alone outside the towns, unless the scene says otherwise.
"""

from __future__ import annotations

from typing import Any

import sim
from sim.western_legends import words as w

GAME = "western_legends"
ALONE = ["MP_W", "SV_MID", "CJ_MID", "SH_N", "MP_SW", "CJ_N1"]
DATA = sim.Game(GAME, 3).setting["data"]
ITEM_IDS = [row["id"] for row in [*DATA["items"]["items"], *DATA["legendary_items"]["items"]]]
CHARACTER_IDS = [row["id"] for row in DATA["characters"]["characters"]]
STORY_IDS = [row["id"] for box in ("base", "extras", "handsome") for row in DATA["story_cards"][box]]
HIDEOUTS = [name for letter in "ABC" for name in DATA["board"]["hideouts"][letter]]
CATTLE = {
    "green": 0,
    "blue": 8,
    **{
        f"{colour} {row['id']}": 8 * c + k
        for c, colour in enumerate(("green", "blue"))
        for k, row in enumerate(DATA["cattle"]["values"])
    },
}


def cards(words: str) -> list[int]:
    return sorted(w.card_number(word) for word in words.split())


def task(what: int, seat: int, arg: int = 0) -> int:
    return arg << 16 | seat << 8 | what


def scene(
    characters: str,
    active: int = 0,
    hands: Any = (),
    place: Any = (),
    lp: Any = (),
    money: Any = (),
    nuggets: Any = (),
    wounds: Any = (),
    marshal: Any = (),
    wanted: Any = (),
    items: Any = (),
    cattle: Any = (),
    bandits: str = "",
    sheriff: str = "DR_SHERIFF",
    queue: str = "",
    stories: Any = (),
    markers: Any = (),
    actions: int = 3,
    round: int = 0,
    rules: dict | None = None,
    variants: dict | None = None,
    **fields: Any,
) -> sim.Game:
    names = characters.split()
    n = len(names)
    variants = dict(variants or {})
    ids = [CHARACTER_IDS.index(name) for name in names]
    if max(ids) >= 18:
        variants["handsome"] = True
    if any(12 <= k < 18 for k in ids):
        variants["extras"] = True
    game = sim.Game(GAME, n, rules=rules, variants=variants, characters="assign")
    while game.view()["phase"] != w.ACTION:
        game.position.apply(game.position.legal()[0])
    view = game.view()
    all_cards = sorted([*view["deck"], *view["discard"], *(card for hand in view["hand"] for card in hand)])

    def each(values: Any, default: Any) -> list:
        return [*values, *[default] * (w.SEATS - len(values))]

    view["head"]["to_move"] = view["active"] = active
    view["order"] = view["position"] = list(range(w.SEATS))
    view["turn"], view["round"], view["half"], view["phase"] = active, round, w.ACTING, w.ACTION
    view["actions_left"] = actions
    view["character"] = each(ids, -1)
    view["place"] = [w.place_number(name) for name in [*place, *ALONE[len(place) :]]] + [view["place"][w.MIB]]
    view["hand"] = [cards(hand) for hand in each(hands, "")]
    view["deck"] = [card for card in all_cards if not any(card in hand for hand in view["hand"])]
    view["discard"], view["seen"], view["drawn"] = [], [0] * w.CARDS, [0] * 7
    view["lp"] = each(lp, 0)
    view["parts"] = [[0] * 10 + [points] + [0] * 13 for points in view["lp"]]
    view["n"] = [[0] * 24 for _ in range(w.SEATS)]
    view["legend"] = [int(points >= 5) for points in view["lp"]]
    for name, values in (
        ("money", money),
        ("nuggets", nuggets),
        ("wounds", wounds),
        ("marshal", marshal),
        ("wanted", wanted),
    ):
        view[name] = each(values, 0)
    view["store"] = [
        row["copies"] if row["expansion"] == "base" or variants.get(row["expansion"]) else 0
        for row in DATA["items"]["items"]
    ] + [0] * 12
    view["items"], view["upgraded"] = [[] for _ in range(w.SEATS)], [[] for _ in range(w.SEATS)]
    view["weapon"], view["mount"] = [-1] * w.SEATS, [-1] * w.SEATS
    for p, own in enumerate(items):
        for word in own.split():
            k = ITEM_IDS.index(word.rstrip("+"))
            view["items"][p] = sorted([*view["items"][p], k])
            if word.endswith("+"):
                view["upgraded"][p].append(k)
            if k < 12:
                view["store"][k] -= 1
            kind = [*DATA["items"]["items"], *DATA["legendary_items"]["items"]][k]["type"]
            if kind != "belonging":
                view[kind][p] = k
    view["cattle"], view["cattle_seen"] = [-1] * 48, [0] * 48
    counts = [game.setting["rules"][f"cattle_tokens_{row['id']}"] for row in DATA["cattle"]["values"]]
    view["stock"] = [*counts, *counts]
    for p, own in enumerate(cattle):
        for slot, word in enumerate(own.split(", ") if own else []):
            token = CATTLE[word]
            view["cattle"][8 * p + slot] = token
            view["cattle_seen"][8 * p + slot] = 1 << p
            view["stock"][4 * (token >> 3) + (token & 7)] -= 1
    view["bandits"] = sorted(HIDEOUTS.index(name) for name in bandits.split())
    view["bandit_type"] = [-1] * 6
    if variants.get("bandit_cards"):
        for h in view["bandits"]:
            view["bandit_type"][h] = h
    view["sheriff"] = w.place_number(sheriff)
    first = [w.RANKS.index(rank) for rank in queue.split()]
    view["queue"] = [*first, *(k for k in range(13) if k not in first)]
    view["bundle"], view["queue_known"] = [0] * 13, [0] * 13
    tops = [STORY_IDS.index(name) for name in stories]
    unseen = {
        *view["stories_lo"],
        *(64 + k for k in view["stories_hi"]),
        *(top for top in view["top"] if top >= 0),
    } - set(tops)
    view["stories_lo"], view["stories_hi"] = (
        sorted(k for k in unseen if k < 64),
        sorted(k - 64 for k in unseen if k >= 64),
    )
    view["top"] = [*tops, *[-1] * (3 - len(tops))]
    view["left"] = [*[20] * len(tops), *[0] * (3 - len(tops))]
    view["marker"] = [0] * 24
    for pile, seats in enumerate(markers):
        for p in seats:
            view["marker"][8 * pile + p] += 1
    turn = [w.DO_TURN_END, w.DO_HAND_LIMIT, w.DO_STORIES, w.DO_ACTION, w.DO_AFTER_ACTION]
    view["tasks"] = [task(one, active) for one in turn] + [0] * (w.TASKS - len(turn))
    view["n_tasks"] = len(turn)
    view.update(fields)
    return sim.Game.from_view(GAME, view, rules=rules, variants=variants, characters="assign")


def options(game: sim.Game) -> list[str]:
    return [option.words for option in game.legal()]


def play(game: sim.Game, *words: str) -> sim.Game:
    """Take the option that is called so, or the only one whose words begin so; one after the other."""
    for word in words:
        found = [one for one in game.legal() if one.words == word] or [
            one for one in game.legal() if one.words.startswith(word)
        ]
        assert len(found) == 1, f"{word!r} among {options(game)} of seat {game.to_move}"
        game.apply(found[0])
    return game


def here(game: sim.Game, name: str) -> list:
    return game.view()[name]


def hand_size(game: sim.Game, p: int) -> int:
    return len(game.view()["hand"][p])


def at(game: sim.Game, p: int) -> str:
    return w.place(game.view()["place"][p])
