"""The heuristic against a Marshal player: bandits know which goals there are, not which are his (CE-4.18, CE-11.17)."""

import sim
from sim.bots.spec import bot_spec
from sim.colt_express import words as w
from sim.core.rulebook import book
from tests.rules import rule
from tests.rules.colt_express.scene import Scene, scene


def values(game, **weights):
    """What the heuristic thinks of each option, by its code."""
    spec = bot_spec(book("colt_express"), {"bot": "heuristic", "weights": weights})
    judged = game.game.position.judge(spec.weights)
    return {option.code: value for option, value in zip(game.game.legal(), judged, strict=True)}


@rule("CE-11.17")
def test_a_third_bullet_of_the_same_gun_is_for_the_marshal():
    def gain(had):
        game = scene(
            "marshal doc ghost tuco",
            at={"marshal": "in1", "doc": "in2", "ghost": "in3"},
            bullets={"marshal": {"doc": had}},
            play=["doc fire"],
            variants={"mp": True},
        )
        at_marshal = w.ACT_FIRE << 24 | 0
        return values(game)[at_marshal] - values(game, foil=0)[at_marshal]

    assert 0 < gain(0) < gain(1) < gain(2)
    assert gain(3) == 0  # he has already failed to dodge


@rule("CE-11.17", "CE-11.18")
def test_a_mailbag_is_worth_more_to_a_bandit_until_one_is_delivered():
    def gain(delivered):
        game = scene("marshal doc ghost tuco", at={"doc": "in0", "marshal": "in4"}, play=["doc robbery"], heap="in0")
        view = game.view
        view["floor"][0]["bags"] = [1] if delivered else [0, 1]
        view["delivered"] = [0] if delivered else []
        game = Scene(sim.Game.from_view("colt_express", view, variants={"mp": True}), game.names)
        bag = w.ACT_ROB << 24 | 3
        return values(game)[bag] - values(game, foil=0)[bag]

    assert gain(delivered=False) > 0
    assert gain(delivered=True) == 0
