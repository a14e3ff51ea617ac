"""Outcome table in, tables and verdicts out. Knows nothing of how the games were played."""

from analysis.blocks import Line, Tally, tally, tally_pair
from analysis.measures import Measure, measure
from analysis.results import Result
from analysis.scores import scores
from analysis.shares import bots, characters, deeds, entrants, seats, shares
from analysis.summary import summary, tables
from analysis.tiebreaks import tie_chains, tie_favours, tiebreaks
from analysis.variants import variants
from analysis.verdicts import Claim, Expectation, Verdict, claims, judge, settle

__all__ = [
    "Claim",
    "Expectation",
    "Line",
    "Measure",
    "Result",
    "Tally",
    "Verdict",
    "bots",
    "characters",
    "claims",
    "deeds",
    "entrants",
    "judge",
    "measure",
    "scores",
    "seats",
    "settle",
    "shares",
    "summary",
    "tables",
    "tally",
    "tally_pair",
    "tie_chains",
    "tie_favours",
    "tiebreaks",
    "variants",
]
