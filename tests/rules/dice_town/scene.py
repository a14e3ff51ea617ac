"""Small scenes of Dice Town for tests: say what matters, the rest of the box is laid out so that everything adds up.

    game = scene("9 J Q K A", "9 9 9 Q K", "9 9 J Q K", mine=40)
    game.do("mine gold")
    assert game.nuggets == [0, 3, 0]

The dice are the players' combinations, A first. The scene stands at the end of the dice phase of round 3: the last
player is about to lock his last die, then the town is resolved. A, on seat 0, is the Sheriff. Money and nuggets are
closed systems, so the scene is played with starting amounts that add up to what it says.
"""
from __future__ import annotations

from typing import Any

import sim
from sim.dice_town import words as w
from sim.dice_town.dice import FACES, pack, tables, unpack

CARD_IDS = [
    "equip_1",
    "equip_2",
    "equip_3",
    "equip_4",
    "equip_5",
    "horse",
    "loaded_die",
    "steal_4",
    "cancel",
    "double_nuggets",
    "half_bank",
    "double_store",
    "double_saloon",
    "sheriff_stays",
    "extra_property",
    "visit_doc",
    "cow",
    "winchester",
    "mule",
    "dog",
    "insurance",
    "gift",
    "two_pistols",
    "swindler",
    "whiskey",
    "thug",
    "smoke_signals",
]
RIVER_IDS = ["gold_2", "gold_3", "gold_4", "gold_5", "badge", "wallet_3", "wallet_2", "coupon", "find", "nothing"]
EFFECTS = ["shaman", "ambush", "bodyguard", "warpath"]
QUESTIONS = [
    "over",
    "loaded_die",
    "bandit",
    "keep",
    "shaman",
    "ambush",
    "warpath",
    "bribe",
    "name",
    "pay",
    "action",
    "act",
    "play",
    "cancel",
    "target",
    "gift",
    "give",
    "find",
    "find_order",
    "coupon",
    "shop",
    "victim",
    "split",
    "loot",
    "ranch",
    "thug",
    "pistol",
    "row",
    "offer",
    "remedy",
    "wire",
]
ROLLING_STAGE = 4
RANCH = "ranch"


def dice(text: str) -> int:
    """Dice from their faces: "9 9 10 J A"."""
    return pack(FACES.index(face) for face in text.split())


def shown(packed: int) -> str:
    return " ".join(FACES[face] for face in unpack(packed))


class Scene:
    """A game of Dice Town with a player's questions and answers."""

    def __init__(self, game: sim.Game):
        self.game = game
        self.began = game.view()["round"]

    @property
    def view(self) -> dict[str, Any]:
        return self.game.view()

    def __getattr__(self, name: str) -> Any:
        value = self.view[name]
        return value[:self.players] if isinstance(value, list) and len(value) == 6 and name != "row" else value

    @property
    def players(self) -> int:
        return self.game.setting["players"]

    @property
    def asked(self) -> str:
        """Who is asked what: "B action"."""
        phase = self.view["phase"]
        return QUESTIONS[phase] if not phase else f"{w.seat(self.game.to_move)} {QUESTIONS[phase]}"

    @property
    def options(self) -> list[str]:
        return [option.words for option in self.game.legal()]

    def do(self, *answers: str) -> Scene:
        """Answer as a player would say it; the beginning of the words is enough."""
        for words in answers:
            options = self.game.legal()
            chosen = ([option for option in options if option.words == words]
                      or [option for option in options if option.words.startswith(words)])
            assert len(chosen) == 1, f"{words!r}: {self.asked} has {[option.words for option in options]}"
            self.game.apply(chosen[0])
        return self

    def until(self, *questions: str, limit: int = 200) -> Scene:
        """Take the first option (pass, no, nothing) until one of these is asked, or the round is over, or the game."""
        for _ in range(limit):
            if self.game.to_move < 0 or self.view["round"] != self.began:
                break
            if self.asked in questions or self.asked.split()[-1] in questions:
                break
            self.game.apply(self.game.legal()[0])
        return self

    def to_the_end_of_the_round(self) -> Scene:
        return self.until()

    def force(self, source: str, *values: Any, where: int = 0) -> Scene:
        names = {"store": CARD_IDS, "river": RIVER_IDS, "indian": EFFECTS}.get(source, [])
        if source == "land":
            names = [None, 1, 2, 3, 4, 5, RANCH]
        if source in ("dice", "catch", "pistols", "ambush"):
            names = list(FACES)
        self.game.force(source, [names.index(value) if value in names else value for value in values], where)
        return self

    def hand_of(self, p: int) -> list[str]:
        """Store cards by name."""
        box = w.kinds(self.game.setting)
        return [CARD_IDS[box[card]] for card in self.view["hand"][p]]

    def claims_of(self, p: int) -> list[int]:
        worth = w.values(self.game.setting)
        return sorted(worth[card] for card in self.view["claims"][p])

    def wired_of(self, p: int) -> list[int]:
        worth = w.values(self.game.setting)
        return sorted(worth[card] for card in self.view["claims"][p] if card in self.view["wired"])

    def row_values(self) -> list[Any]:
        worth = w.values(self.game.setting)
        return [RANCH if card == w.RANCH else worth[card] for card in self.view["row"] if card >= 0]

    def discarded(self) -> list[str]:
        box = w.kinds(self.game.setting)
        return [CARD_IDS[box[card]] for card in self.view["store_discard"]]

    def combination(self, p: int) -> str:
        return shown(self.view["locked"][p])

    def outcome(self) -> sim.Outcome:
        return self.game.outcome()


def deal(players: int, mode: str = "base_ext", seed: int = 1, **rules: Any) -> Scene:
    """A game from its beginning."""
    return Scene(sim.Game("dice_town", players, seed, rules=rules, variants={"mode": mode}))


def add_up(total: int, players: int, extension: bool) -> dict[str, int]:
    """Starting amounts with so many dollars in all."""
    for each in range(20, -1, -1):
        rest = total - players * each
        if 0 <= rest <= (20 if extension else 10):
            bank = min(rest, 10)
            return {
                "starting_cash": each,
                "bank_start": bank,
                **({"stagecoach_start": rest - bank} if extension else {}),
            }
    raise AssertionError(f"no start gives ${total} in all")


def scene(*hands: str, mode: str = "base_ext", round: int = 2, sheriff: int = 0, cash: list[int] | None = None,
          nuggets: list[int] | None = None, mine: int | None = None, bank: int = 3, stagecoach: int | None = None,
          cards: dict[int, list[str]] | None = None, discard: list[str] | None = None,
          claims: dict[int, list[int]] | None = None, wired: dict[int, list[int]] | None = None,
          ranches: dict[int, int] | None = None, row: list[Any] | None = None, land_left: list[Any] | None = None,
          land_discard: list[Any] | None = None, hired: dict[int, list[int]] | None = None,
          wanted: list[int] | None = None, caught: dict[int, list[int]] | None = None, indian: int = -1,
          luck: list[tuple] | None = None, town: bool = True, **rules: Any) -> Scene:
    """A town to be resolved, as in the head of this file. land_left: the cards of the deck that are not in the box;
    luck: draws to stage before the town begins. town=False: the last die is not locked yet."""
    n, extension = len(hands), mode != "base"
    cash, nuggets = cash or [8] * n, nuggets or [0] * n
    mine = (40 if extension and n > 2 else 30) - sum(nuggets) if mine is None else mine
    stagecoach = (2 if extension else 0) if stagecoach is None else stagecoach
    gold = "mine_nuggets_base" if not extension else "mine_nuggets_ext_2p" if n == 2 else "mine_nuggets_ext"
    total = mine + sum(nuggets)
    assert total >= 10, f"{total} nuggets: the smallest Mine has 10, give somebody the rest"
    if extension and n == 2:
        rules.setdefault("property_removed_2p_ext", 0)
    rules = {**add_up(sum(cash) + bank + stagecoach, n, extension), gold: total, **rules}
    if sheriff < 0:
        rules["first_sheriff_mode"] = "none"
    game = sim.Game("dice_town", n, 1, rules=rules, variants={"mode": mode})
    view, setting = game.view(), game.setting
    view |= {"round": round, "sheriff": sheriff, "mine": mine, "bank": bank, "stagecoach": stagecoach, "indian": indian}
    view["cash"][:n], view["nuggets"][:n] = cash, nuggets
    lay_cards(view, setting, cards or {}, discard or [])
    lay_land(view, setting, claims or {}, wired or {}, ranches or {}, row, land_left, land_discard or [])
    if extension:
        lay_bandits(view, setting, hired or {}, [] if wanted is None else wanted, caught or {})
    for p, hand in enumerate(hands):
        view["locked"][p] = dice(hand)
    last = dice(hands[-1].split()[-1])
    view["locked"][n - 1] -= last
    view["roll"], view["roll_index"], view["open"] = last, tables().dice.index(last), [n - 1]
    view["head"]["to_move"], view["turn"] = n - 1, 0
    view |= {"phase": w.ASK_KEEP, "step": w.ROLLING, "stage": ROLLING_STAGE, "roll_round": 5}
    staged = Scene(sim.Game.from_view("dice_town", view, rules=rules, variants={"mode": mode}))
    for source, values, *where in luck or []:
        staged.force(source, *values, where=where[0] if where else 0)
    return staged.do(f"lock {shown(last)}") if town else staged


def lay_cards(view: dict, setting: dict, cards: dict[int, list[str]], discard: list[str]) -> None:
    box = w.kinds(setting)
    deck = list(range(len(box)))

    def take(name: str) -> int:
        card = next(card for card in deck if box[card] == CARD_IDS.index(name))
        deck.remove(card)
        return card

    for p, names in cards.items():
        view["hand"][p] = sorted(take(name) for name in names)
    view["store_discard"] = sorted(take(name) for name in discard)
    view["store_deck"] = deck


def lay_land(view: dict, setting: dict, claims: dict, wired: dict, ranches: dict, row: list | None,
             land_left: list | None, land_discard: list) -> None:
    worth = w.values(setting)
    deck = list(range(len(worth)))
    left = setting["rules"]["ranch_copies"] if setting["variants"]["mode"] else 0

    def take(value: Any) -> int:
        nonlocal left
        if value == RANCH:
            left -= 1
            return w.RANCH
        card = next(card for card in deck if worth[card] == value)
        deck.remove(card)
        return card

    row = [1, 2, 3][:setting["rules"]["property_row_size"]] if row is None else row
    cards = [take(value) for value in row]
    view["row"] = cards + [-1] * (5 - len(cards))
    for p, values in claims.items():
        view["claims"][p] = [take(value) for value in values]
    for p, values in wired.items():
        own = [take(value) for value in values]
        view["wired"] = sorted([*view["wired"], *own])
        view["claims"][p] = sorted([*view["claims"][p], *own])
    for p in range(6):
        view["claims"][p] = sorted(view["claims"][p])
    for p, n in ranches.items():
        view["ranches"][p] = n
        left -= n
    thrown = [take(value) for value in land_discard]
    view["land_discard"] = sorted(card for card in thrown if card != w.RANCH)
    view["discard_ranches"] = thrown.count(w.RANCH)
    if land_left is not None:                           # everything else was given to the Indians
        kept = [take(value) for value in land_left]
        view["box"], view["box_ranches"] = deck, left
        deck, left = sorted(card for card in kept if card != w.RANCH), kept.count(w.RANCH)
    view["land_deck"], view["land_ranches"] = deck, left
    removed = 0
    if setting["variants"]["mode"] and setting["players"] == 2:
        removed = setting["rules"]["property_removed_2p_ext"]
    view["land_left"] = len(deck) + left - removed


def lay_bandits(view: dict, setting: dict, hired: dict, wanted: list[int], caught: dict) -> None:
    """Bandits by their number: 0 is B01."""
    taken = {*wanted, *(k for own in (*hired.values(), *caught.values()) for k in own)}
    for p, own in hired.items():
        view["hired"][p] = own
    for p, own in caught.items():
        view["caught"][p] = own
    view["wanted"] = sorted(wanted)
    view["bandit_deck"] = [k for k in range(w.BANDITS) if k not in taken]
    view["bandit_top"] = -1
    if setting["rules"]["bandit_top_public"] and view["bandit_deck"]:
        view["bandit_top"] = view["bandit_deck"][0]


def rolling(*locked: str, seat: int, roll: str, mode: str = "base_ext", roll_round: int = 2, last_roll: int = 0,
            cash: list[int] | None = None, stagecoach: int = 2, **rest: Any) -> Scene:
    """A scene in the dice phase: what is locked, and whose cup hides which roll."""
    full = [f"{hand} " + "9 " * (5 - len(hand.split())) for hand in locked]
    start = scene(*full, mode=mode, cash=cash, stagecoach=stagecoach, town=False, **rest)
    view = start.view
    for p, hand in enumerate(locked):
        view["locked"][p] = dice(hand)
    view["head"]["to_move"] = seat
    view["open"] = [p for p, hand in enumerate(locked) if len(hand.split()) < 5]
    view["roll"] = dice(roll)
    view |= {"roll_index": tables().dice.index(dice(roll)), "roll_round": roll_round, "last_roll": last_roll}
    return Scene(sim.Game.from_view("dice_town", view, rules=rules_of(start.game), variants={"mode": mode}))


def rules_of(game: sim.Game) -> dict[str, Any]:
    """The rules of a game as a user would write them."""
    written = {}
    for name, value in game.setting["rules"].items():
        entry = game.book.rules[name]
        written[name] = entry["values"][value] if "values" in entry else value
        if "values" in entry and isinstance(entry["values"][0], bool):
            written[name] = bool(value)
    return written
