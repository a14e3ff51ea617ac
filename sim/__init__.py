"""Play board games fast: sim.Game is one game in words, sim.play many at once, sim.games what there is."""
from sim.core.game import Action, Game, Outcome
from sim.core.play import play, to_pandas
from sim.core.rulebook import RuleError, games

__all__ = ["Action", "Game", "Outcome", "RuleError", "games", "play", "to_pandas"]
