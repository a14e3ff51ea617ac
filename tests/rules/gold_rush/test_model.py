"""The kernel and the model agree, action by action, under random rule sets: what may be done, and what comes of it."""
import random

import pytest

from sim.bots.spec import bot_spec
from sim.core.driver import Position, Table
from sim.core.game import read_outcome
from sim.core.rulebook import book, resolve
from sim.gold_rush import box, kernel, words
from tests.battery.test_battery import tweaked
from tests.rules import rule
from tests.rules.gold_rush.model import UNKNOWN, Model
from tests.rules.gold_rush.test_rescore import SHAPES, listed

BOOK = book("gold_rush")
PARTS = [name for name in BOOK.outcome["columns"] if name.startswith("vp_")][:7]    # all but the tokens
FACES = {"mountains": 0, "rails": 256, "prairies": 512}


class Table2:
    """The same game twice: in the kernel and in the model."""

    def __init__(self, players, seed, rules, variants, rows=None):
        self.setting = resolve(BOOK, players, rules, variants)
        self.rules = {name: entry["default"] for name, entry in BOOK.rules.items()} | rules
        if rows is None:
            rows = listed(self.rules["tile_list"], self.rules["tile_variant"])
        else:
            self.setting = {**self.setting, "data": {**BOOK.data, "tiles": {"tiles": rows}}}
        self.position = Position(Table(kernel.capsule(), self.setting), seed, 0, list(range(players)))
        tokens = sum(box.tokens(self.setting)[1])
        self.model = Model(rows, SHAPES, players, self.rules, self.setting["variants"]["mode"] == 0, tokens)
        self.face_up = bool(self.rules["tokens_visible_on_map"])
        self.compare()

    def compare(self):
        view, model = self.position.view(), self.model
        seats = range(model.players)
        assert [view["cowboys"][p].count(-1) for p in seats] == model.in_supply
        assert [view["tents"][p].count(-1) for p in seats] == model.tents_in_supply
        assert (view["supply"], view["removed"]) == (model.supply, model.removed)
        assert dict(enumerate(view["stack"])) == dict.fromkeys(range(words.MOUNTAINS), 0) | {
            number: len(stack) for number, stack in model.stacks.items()}
        for name, heaps in (("mined", model.mined), ("won", model.won)):
            assert [sum(view[name][p]) for p in seats] == [len(heap) for heap in heaps]
            assert not self.face_up or [view[name][p] for p in seats] == [
                [heap.count(value) for value in range(5)] for heap in heaps]
        for p in seats:
            assert dict(zip(PARTS, view["vp"][p], strict=False)) == {part: model.points[p][part] for part in PARTS}
            out = [place for place in view["cowboys"][p] if place >= 0]
            assert sorted(out) == sorted(self.place(*cowboy[1:]) for cowboy in model.cowboys if cowboy[0] == p)
            out = [place for place in view["tents"][p] if place >= 0]
            assert sorted(out) == sorted(self.place("mountains", *tent[1:]) for tent in model.tents if tent[0] == p)
        if self.face_up:                                    # the model learns what is shown and never forgets
            for number, stack in model.stacks.items():
                shown = [token & 7 for token in view["face_up"] if token >= 0 and token >> 3 == number]
                assert all(known in (UNKNOWN, seen) for known, seen in zip(stack, shown, strict=True))
                model.stacks[number] = shown

    def place(self, kind, tile, segment):
        if kind == "city":
            return 768 + sum(self.model.shape(row)["city"] for row, _, _ in self.model.tiles[:tile])
        return FACES[kind] + self.model.area(kind, (tile, segment)).number

    def step(self, choose):
        """One action: the options, then what follows from it."""
        view, p = self.position.view(), self.position.to_move
        coming = self.position.peek(0)
        options = self.position.legal()
        if view["phase"] == words.CHOOSE:
            hand = {kind for kind in view["hand"][p][:words.HAND] if kind >= 0}
            assert options == sorted(words.code(words.ACT_CHOOSE, kind) for kind in hand if self.model.places(kind))
        elif view["phase"] == words.PLACE:
            assert options == sorted(words.lay_code(*cell, turn) for cell, turn in self.model.places(view["tile"]))
        else:
            assert options == self.model.options(p)
        code = choose(self.position)
        self.position.apply(code)
        if view["phase"] == words.PLACE:
            self.model.lay(view["tile"], code & 3, words.cell((code & 0xFFFFFF) >> 2))
        elif view["phase"] == words.ACT:
            self.model.act(p, code)
            if self.position.to_move < 0:
                self.model.finish()
            if self.rules["tile_choice"] == 1:
                self.next_tile(view, coming)
            else:
                self.next_hand()
        self.compare()

    def next_tile(self, before, coming):
        """GR-4.1..4.4: the first tile of the pile that fits."""
        after = self.position.view()
        fitting = [i for i, kind in enumerate(coming) if self.model.places(kind)][:1]
        misfits = fitting[0] if fitting else len(coming)
        assert after["tile"] == (coming[misfits] if fitting else -1)
        back = self.rules["unplaceable_tile"] == "return_redraw"
        assert after["discarded"] - before["discarded"] == (0 if back else misfits)
        assert (self.position.to_move < 0) == (not fitting)
        if not fitting:
            assert self.outcome().reason == ("no_tile_fits" if coming else "last_tile")

    def next_hand(self):
        """tile_choice: a seat may have to skip, the game goes on while a tile is left that can be played."""
        view = self.position.view()
        left = view["pile"][:view["left"]] + [kind for hand in view["hand"] for kind in hand[:words.HAND] if kind >= 0]
        if self.position.to_move < 0:
            assert not any(self.model.places(kind) for kind in left)
            assert not left or self.rules["unplaceable_tile"] == "return_redraw"

    def outcome(self):
        return read_outcome(BOOK, self.position.outcome())

    def play(self, luck):
        bots = [bot_spec(BOOK, luck.choice(["random", "heuristic"])).player().sit(1, 0, p)
                for p in range(self.model.players)]
        while self.position.to_move >= 0:
            self.step(lambda position: luck.choice(position.legal()) if luck.random() < 0.2
                      else bots[position.to_move].choose(position))
        outcome, view = self.outcome(), self.position.view()
        for p, score in enumerate(outcome.scores):
            held = [a + b for a, b in zip(view["mined"][p], view["won"][p], strict=True)]
            gold = sum(n * value for n, value in zip(held, (0, 1, 2, 3, 5), strict=True))
            assert score == sum(self.model.points[p].values()) + gold
        self.check_winners(outcome)

    def check_winners(self, outcome):
        """GR-7.8, GR-7.9."""
        tokens = [len(self.model.mined[p]) + len(self.model.won[p]) for p in range(self.model.players)]
        level = [p for p, score in enumerate(outcome.scores) if score == max(outcome.scores)]
        wanted = {"shared": level, "random": outcome.winners[:1], "last_seat": level[-1:],
                  "fewest_tokens": [p for p in level if tokens[p] == min(tokens[q] for q in level)],
                  "most_tokens": [p for p in level if tokens[p] == max(tokens[q] for q in level)]}
        assert outcome.winners == wanted[self.rules["tie_break"]]
        assert set(outcome.winners) <= set(level)


def rule_set(luck):
    rules, variants = tweaked("gold_rush", luck)
    if luck.random() < 0.3:                                 # a few tweaks alone, which then matter more
        rules = {name: rules[name] for name in luck.sample(sorted(rules), 4)}
    rules = {name: value for name, value in rules.items() if not name.startswith("token_count_")}
    if rules.get("token_split") == "custom":
        rules |= {f"token_count_{value}": luck.randint(0, 18) for value in (0, 1, 2, 3, 5)}
    return rules, variants


def any_list(luck):
    """A short list of a few shapes: tiles that fit nowhere, crowded mountains, loops."""
    names = [luck.choice([name for name, shape in SHAPES.items() if len(shape["mountains"]) == 1])]
    names += luck.sample(sorted(SHAPES), luck.randint(2, 6))
    return [{"id": f"{name}{i}", "archetype": name, "start": i == 0, "count": luck.randint(1, 7) if i else 1,
             "nuggets": [luck.choice([0, 1, 2, 3]) for _ in SHAPES[name]["mountains"]],
             "trains": [luck.choice([0, 1, 2]) for _ in SHAPES[name]["rails"]],
             "camps": [luck.choice([0, 1]) for _ in SHAPES[name]["prairies"]],
             "herds": [luck.choice([0, 1]) for _ in SHAPES[name]["prairies"]]} for i, name in enumerate(names)]


@rule("GR-4.2", "GR-4.11", "GR-4.18", "GR-4.27", "GR-5.0", "GR-5.7", "GR-6.3", "GR-7.2", "GR-7.9")
@pytest.mark.parametrize("seed", range(12))
def test_the_model_agrees_under_any_rule_set(seed):
    luck = random.Random(seed)
    Table2(luck.choice(BOOK.players), seed, *rule_set(luck)).play(luck)


@rule("GR-4.3", "GR-4.4", "GR-4.9")
@pytest.mark.parametrize("seed", range(40))
def test_the_model_agrees_on_any_list(seed):
    luck = random.Random(seed)
    rules, variants = rule_set(luck)
    rules |= {"tile_list": "tiles", "tile_variant": "none"}
    Table2(luck.choice(BOOK.players), seed, rules, variants, any_list(luck)).play(luck)
