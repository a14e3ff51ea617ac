"""A small check that is settled in a second, for the tests of checks."""
from pathlib import Path

from checking import Checked, check
from sim.question import ask

CHECK = """\
check: A dearer conductor moves no bandit by much
game: colt_express
players: 4
bots: random
design: {seed: 3, characters: assign}
baseline: {}
tweak: {conductor_ransom: 400}
expect:
  - {measure: win_share, by: character, change_within: 0.03}
  - {measure: rounds, change_within: 0.5}
stop: {at_most: 60_000}
"""


def played(folder: Path, *settings: str, text: str = CHECK, **options) -> Checked:
    folder.mkdir(exist_ok=True)
    file = folder / "c.yaml"
    file.write_text(text)
    return check(file, ask(file, list(settings)), folder / "run", **{"jobs": 1, **options})
