"""The rule-of-thumb player beats chance, every taste walks its path, the default one picks by character and table."""
import polars as pl
import pytest

import sim
from sim.bots.spec import bot_spec
from sim.core.rulebook import book
from tests.rules import rule
from tests.rules.western_legends.scene import options, play, scene

PATHS = ["lawful", "outlaw", "prospector", "gambler", "cattle"]


def four(persona: str, games: int = 120, **more) -> pl.DataFrame:
    bots = {"bot": "heuristic", "persona": persona}
    return sim.play("western_legends", players=4, games=games, seed=5, bots=bots, characters="assign", **more)


def values(game, **weights):
    """What the default player thinks of each option, by its words."""
    spec = bot_spec(book("western_legends"), {"bot": "heuristic", "weights": weights})
    return dict(zip(options(game), game.position.judge(spec.weights), strict=True))


def test_three_random_players_are_beaten():
    outcomes = sim.play("western_legends", players=4, games=200, seed=5,
                        bots=["heuristic", "random", "random", "random"])
    assert outcomes.filter(pl.col("entrant") == 0)["win_share"].mean() >= 0.85


@pytest.mark.parametrize(("persona", "column", "at_least"), [
    ("lawful", "n_bandits", 2.5), ("outlaw", "n_heists", 3), ("prospector", "n_deposited", 6),
    ("gambler", "n_poker", 8), ("cattle", "n_driven", 2)])
def test_each_taste_walks_its_path(persona, column, at_least):
    own = four(persona)[column].mean()
    others = [four(other)[column].mean() for other in PATHS if other != persona]
    assert own >= at_least
    assert own > 1.15 * max(others)


@pytest.mark.parametrize("persona", ["outlaw", "prospector", "gambler"])
def test_the_column_path_says_how_they_lived(persona):
    """Nights at the Cabaret count for the path that paid for them."""
    assert (four(persona)["path"] == persona).mean() > 0.6


def test_four_default_players_walk_all_paths_and_the_character_shows():
    outcomes = four("default", games=500)

    def share(path, *characters):
        own = outcomes.filter(pl.col("character").is_in(characters)) if characters else outcomes
        return (own["path"] == path).mean()

    assert share("lawful") > 0.15 and share("outlaw") > 0.3 and share("prospector") > 0.06 and share("gambler") > 0.02
    assert share("lawful", "bass_reeves", "wyatt_earp") > 2 * share("lawful")       # WL-3.3: they begin with a badge
    assert share("outlaw", "billy_the_kid", "jesse_james") > 0.9                    # wanted from the start
    assert share("prospector", "kit_carson", "bloody_knife", "y_b_rowdy") > 2 * share("prospector")     # at a mine
    assert share("gambler", "wild_bill_hickok", "stagecoach_mary") > 2 * share("gambler")   # in saloons


def test_no_path_leaves_the_others_far_behind():
    """A player who lives by crime or by the law alone gains little among three who pick."""
    for persona in ("outlaw", "lawful"):
        bots = [{"bot": "heuristic", "persona": persona}, "heuristic", "heuristic", "heuristic"]
        outcomes = sim.play("western_legends", players=4, games=600, seed=5, bots=bots, characters="assign")
        assert 0.15 < outcomes.filter(pl.col("entrant") == 0)["win_share"].mean() < 0.35


def at_the_bank(marshal, wanted=()):
    return scene("annie_oakley calamity_jane kit_carson doc_holliday", hands=["K♦ 9♦"], marshal=marshal, wanted=wanted,
                 place=["DR_BANK", "DR_STORE_E", "DR_MID", "DR_MID"])


def test_crime_pays_less_where_others_hunt_and_more_in_a_crowd():
    safe, hunted = at_the_bank([]), at_the_bank([0, 2, 2, 2])
    alone, crowd = at_the_bank([0, 2]), at_the_bank([0, 2], [0, 0, 4, 4])
    assert values(hunted)["rob the bank"] < values(alone)["rob the bank"] < values(safe)["rob the bank"]
    assert values(alone)["rob the bank"] < values(crowd)["rob the bank"]


@rule("WL-10.9", "WL-10.10")
def test_an_outlaw_sends_the_sheriff_to_a_richer_one_beside_him():
    """Whoever moves the Sheriff picks whom he arrests: standing in the same place costs a card only."""
    manhunt = {"hands": ["4♥ 9♦"], "place": ["DR_BANK", "DR_BANK", "CJ_MINE"], "lp": [3, 9, 0]}
    both = play(scene("annie_oakley bass_reeves kit_carson", wanted=[2, 6], **manhunt), "play 4♥")
    alone = play(scene("annie_oakley bass_reeves kit_carson", wanted=[2], **manhunt), "play 4♥")
    assert max(values(both), key=values(both).get) == "the Sheriff goes to DR_BANK"
    assert min(values(alone), key=values(alone).get) == "the Sheriff goes to DR_BANK"


def test_manhunt_is_worth_more_with_prey_in_reach():
    """WL-10.7: the card walks the Sheriff, too."""
    def worth(where):
        return values(scene("bass_reeves jesse_james kit_carson", hands=["4♥"], marshal=[2], wanted=[0, 5], lp=[3, 9],
                            place=["MP_W", where, "CJ_MINE"]))["play 4♥ (Manhunt)"]
    assert worth("DR_BANK") > worth("CJ_MINE") + 0.5


def test_in_the_last_turn_he_revels_before_he_rides_to_the_doctor():
    """WL-15.2: $30 are a point at the Cabaret now; the wounds can be healed with what is left of the turn."""
    game = scene("kit_carson bass_reeves jesse_james", hands=["4♠"], place=["RF_CABARET"], money=[110], wounds=[2],
                 items=["mustang"], last_round=0)
    for expected in ("revel for 3 legend points", "Move", "go to RF_DOCTOR", "see the Doctor"):
        assert max(values(game), key=values(game).get) == expected
        play(game, expected)


def test_open_goals_draw_a_player_to_the_paths_that_fulfil_them():
    """16B: with goals on the hand more of them are reached."""
    bots = [{"bot": "heuristic", "weights": {"goal": goal}} for goal in (0.4, 0, 0, 0)]
    outcomes = sim.play("western_legends", players=4, games=400, seed=5, bots=bots, characters="assign",
                        variants={"goals": True})
    drawn = outcomes.filter(pl.col("entrant") == 0)
    assert drawn["n_goals"].mean() > 1.2 * outcomes.filter(pl.col("entrant") != 0)["n_goals"].mean()


def test_a_lone_outlaw_is_caught_where_three_hunt():
    """WL-7.9: arrests are what holds the outlaw path, so hunters have to make them."""
    bots = [{"bot": "heuristic", "persona": persona} for persona in ("outlaw", "lawful", "lawful", "lawful")]
    outcomes = sim.play("western_legends", players=4, games=120, seed=5, characters="assign", bots=bots)
    outlaw = outcomes.filter(pl.col("entrant") == 0)
    assert outlaw["n_arrested"].mean() > 3
    assert outcomes.filter(pl.col("entrant") != 0)["n_arrests_won"].mean() > 1
