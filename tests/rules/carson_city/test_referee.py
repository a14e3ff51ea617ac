"""The kernel and the referee agree, decision by decision: who decides, between what, and what comes of it."""
import random
from collections import Counter

import pytest

import sim
from sim.bots.spec import bot_spec
from sim.carson_city import words as w
from sim.core.driver import draws
from sim.core.rulebook import RuleError, book, resolve
from tests.battery.test_battery import tweaked
from tests.rules import rule
from tests.rules.carson_city import grid
from tests.rules.carson_city.referee import Referee, codes, on_parcel, read

BOOK = book("carson_city")
LUCK_CHOICE_ORDER, LUCK_DUEL, LUCK_DUEL_TIE, LUCK_GAMBLING = 5, 7, 8, 9         # state.pxd
ON_PARCELS = (w.ACT_CLAIM, w.ACT_ATTACK, w.ACT_DEFEND)


class Difference(AssertionError):
    """The kernel and the referee disagree."""


class Table:
    """The same game twice: in the kernel, which is played here at random, and in the referee's head."""

    def __init__(self, seed, players, rules, variants, characters="draft", misread=None):
        """`misread`: rules that the referee alone takes for different."""
        self.seed, self.luck = seed, random.Random(seed)
        self.game = sim.Game("carson_city", players, seed, rules=rules, variants=variants, characters=characters)
        self.position = self.game.position
        self.sensible, self.sociable = self.luck.choice([0.3, 0.8, 0.95]), self.luck.choice([0.1, 0.3])
        self.bots = [bot_spec(BOOK, "heuristic").player().sit(seed, 0, p) for p in range(players)]
        self.decisions = 0
        known = {name: entry["default"] for name, entry in BOOK.rules.items()} | rules | (misread or {})
        sides = {name: entry["default"] for name, entry in BOOK.variants.items()} | variants
        self.referee = Referee(self, players, known, sides, characters == "assign")

    def play(self):
        self.referee.play()
        self.compare()
        outcome = self.game.outcome()
        self.same("who decides", self.position.to_move, w.NOBODY)
        self.same("scores", outcome.scores, self.referee.vp)
        self.same("places", outcome.places, self.referee.places())

    # where they differ

    def complain(self, what):
        raise Difference(f"seed {self.seed}, decision {self.decisions}, {w.asked(self.view())}: {what}")

    def same(self, what, kernel, referee):
        if kernel != referee:
            self.complain(f"{what}: the kernel has {kernel}, the referee {referee}")

    def compare(self):
        view, referee = self.view(), self.referee
        seats = referee.seats
        for name in ("money", "cowboys", "guns", "roads"):
            self.same(name, view[name][:referee.players], getattr(referee, name))
        for name in ("row", "bag", "roads_left", "guns_left", "houses_left", "three_guns"):
            self.same(name, view[name], getattr(referee, name))
        self.same("VP", [sum(view["vp"][p]) for p in seats], referee.vp)
        self.same("parcels", [set(view["owned"][p]) for p in seats], referee.owned)
        self.same("houses", set(view["house"]), referee.house)
        self.same("mountains", set(view["mountain"]), referee.mountain)
        self.same("buildings", {x: tile for tile, at in enumerate(view["built"]) for x in at}, referee.built)
        self.same("kept tiles", [Counter(dict(enumerate(view["kept"][p]))) for p in seats], referee.kept)
        self.same("roads on the map", lines(view), referee.lines)
        figures = view["figures"]
        self.same("white figure", (figures["white_seat"], figures["white"]),
                  (referee.white_holder, referee.white_place))
        self.same("cowboys on the board", [standing(figures, p) for p in seats], referee.on_board)
        if referee.variants["might_is_right"]:
            self.same("duel tokens", [self.hand(p) for p in seats], referee.hand)

    # the players

    def answer(self, p, options):
        self.compare()
        self.same("who decides", self.position.to_move, p)
        legal = self.position.legal()
        self.same("options", self.in_words(set(legal) - set(options)), [])
        self.same("options", [], [read(code) for code in set(options) - set(legal)])
        code = self.choose(legal)
        self.position.apply(code)
        self.decisions += 1
        return code

    def in_words(self, options):
        return [w.action(code, self.view(), self.game.setting) for code in sorted(options)]

    def choose(self, legal):
        """Often what makes sense, so that a town grows; often where others stand; else first what to do, then where."""
        company = [code for code in legal if self.joins(code)]
        if company and self.luck.random() < self.sociable:
            return self.luck.choice(company)
        if self.luck.random() < self.sensible:
            return self.bots[self.position.to_move].choose(self.position)
        kind = self.luck.choice(sorted({read(code)[0] for code in legal}))
        return self.luck.choice([code for code in legal if read(code)[0] == kind])

    def joins(self, code):
        """Does this figure go to a rival's building, or where a cowboy stands?"""
        act, at = read(code)
        place = on_parcel(at) if act in ON_PARCELS else at
        return act == w.ACT_ATTACK or (
            act in (w.ACT_SPACE, *ON_PARCELS) and any(figures[place] for figures in self.referee.on_board))

    # what chance brings

    def view(self):
        return self.game.view()

    def deal(self):
        view = self.view()
        players = view["head"]["players"]
        return view | {"hands": [self.hand(p) for p in range(players)], "discard": self.hand(w.NOBODY)}

    def hand(self, p):
        return Counter(token % w.VALUES for token, holder in enumerate(self.view()["holder"]) if holder == p)

    def new_round(self):
        """The dice of a round have addresses: they are fixed before anything is done."""
        self.same("round", self.view()["round"], self.referee.round)
        self.dice = [self.position.peek(LUCK_DUEL, place) for place in range(w.PLACES)]
        self.gambled = self.position.peek(LUCK_GAMBLING)
        self.cards = [cards[self.referee.round] for cards in self.view()["character"]]

    def character(self, p):
        return self.cards[p]

    def duel_dice(self, place):
        return self.dice[place]

    def gambling_dice(self):
        return self.gambled

    def drawn(self, source, place, n, which=0):
        return draws(self.seed, 0, source, (self.referee.round << 32) + (place << 16) + which, 1, n)[0]

    def tied_winner(self, place, best):
        return sorted(best)[self.drawn(LUCK_DUEL_TIE, place, len(best))]

    def choice_order(self):
        """A shuffle from the last seat down."""
        order = list(self.referee.seats)
        for i in reversed(order[1:]):
            k = self.drawn(LUCK_CHOICE_ORDER, 0, i + 1, i)
            order[i], order[k] = order[k], order[i]
        return order

    def row(self):
        return self.view()["row"]

    def ring(self):
        return self.position.to_move, bool(self.view()["stale"])

    def route(self, p, needed):
        """CC-6.15: the player's choice, or chance; the routes on offer are minimal and all different."""
        if self.view()["phase"] == w.ROUTE:
            legal = self.position.legal()
            self.same("who chooses the route", self.position.to_move, p)
            self.same("routes", legal, codes(w.ACT_ROUTE, range(len(legal))))
            routes = {frozenset(self.laid(code)) for code in legal}
            self.same("different routes, at least two", len(routes), max(2, len(legal)))
            self.same("pieces of the routes", {len(route) for route in routes}, {needed})
            self.position.apply(self.luck.choice(legal))
        return lines(self.view()) - self.referee.lines

    def laid(self, code):
        trial = self.position.copy()
        trial.apply(code)
        return lines(trial.view()) - self.referee.lines


def lines(view):
    across = {8 * i + j for i in range(9) for j in range(8) if view["across"][i] >> j & 1}
    return across | {grid.ACROSS + 9 * i + j for i in range(8) for j in range(9) if view["down"][i] >> j & 1}


def standing(figures, p):
    """The cowboys of a seat by place."""
    found = Counter(place for place in range(w.SPACES) if figures["spaces"][p] >> place & 1)
    return found + Counter({w.WAGES: figures["wages"][p], w.ROAD: figures["road"][p]}) + Counter(
        on_parcel(x) for x in figures["parcels"][p])


def any_table(seed, tweaks):
    """Any number of players, variants, sides and ways to get characters; so many tweaks, None: all."""
    luck = random.Random(seed)
    while True:
        rules, variants = tweaked("carson_city", luck)
        if tweaks is not None:
            rules = {name: rules[name] for name in luck.sample(sorted(rules), tweaks)}
        players, characters = luck.choice(BOOK.players), luck.choice(["draft", "draft", "assign"])
        try:
            resolve(BOOK, players, rules, variants, characters)
        except RuleError:                                       # tweaks that do not go together
            continue
        return players, rules, variants, characters


@rule("CC-4.7", "CC-5.4", "CC-5.7", "CC-5.8", "CC-5.14", "CC-5.19", "CC-6.4", "CC-6.14", "CC-6.15", "CC-7.1", "CC-7.6",
      "CC-7.11", "CC-8.4", "CC-11.1", "CC-12.5")
@pytest.mark.parametrize("seed", range(20))
def test_the_referee_agrees_with_the_rulebook_game(seed):
    Table(seed, *any_table(seed, tweaks=0)).play()


@rule("CC-5.9", "CC-5.11", "CC-5.25", "CC-6.11", "CC-6.17", "CC-6.18", "CC-7.2", "CC-7.10", "CC-7.15", "CC-11.6")
@pytest.mark.parametrize("seed", range(100, 120))
def test_the_referee_agrees_under_twelve_tweaks(seed):
    Table(seed, *any_table(seed, tweaks=12)).play()


@rule("CC-5.1", "CC-5.10", "CC-6.10", "CC-6.16", "CC-7.13", "CC-8.6", "CC-12.6")
@pytest.mark.parametrize("seed", range(200, 220))
def test_the_referee_agrees_under_any_rule_set(seed):
    Table(seed, *any_table(seed, tweaks=None)).play()


@pytest.mark.parametrize(("name", "value"), [
    ("wages_per_cowboy", 5), ("parcel_base_price", 2), ("duel_tie_break", "last_passer"), ("attack_share_percent", 40),
    ("income_ranch_per_empty", 2), ("final_dollars_per_vp", 5)])
def test_the_referee_notices_another_rule(name, value):
    """In one of a few games that it agrees with otherwise."""
    def differs(seed):
        table = Table(seed, *any_table(seed, tweaks=0), misread={name: value})
        try:
            table.play()
        except Difference as difference:
            assert f"seed {seed}" in str(difference)
            return True
        return False
    assert any(differs(seed) for seed in range(20))
