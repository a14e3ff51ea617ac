"""The rule-of-thumb player: it beats chance, and every taste walks its path."""
import polars as pl
import pytest

import sim

PATHS = ["lawful", "outlaw", "prospector", "gambler", "cattle"]


def four(persona: str) -> pl.DataFrame:
    bots = {"bot": "heuristic", "persona": persona}
    return sim.play("western_legends", players=4, games=120, seed=5, bots=bots, characters="assign")


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


def test_a_lone_outlaw_is_caught_where_three_hunt():
    """WL-7.9: arrests are what holds the outlaw path, so hunters have to make them."""
    outcomes = sim.play("western_legends", players=4, games=120, seed=5, characters="assign",
                        bots=["heuristic", *[{"bot": "heuristic", "persona": "lawful"}] * 3])
    outlaw = outcomes.filter(pl.col("entrant") == 0)
    assert outlaw["n_arrested"].mean() > 3
    assert outcomes.filter(pl.col("entrant") != 0)["n_arrests_won"].mean() > 1
