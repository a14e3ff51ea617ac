"""The grid of looks, and what is forecast before a run."""

import numpy as np
import pytest

from analysis.looks import (
    blocks_to_pass,
    blocks_to_width,
    half_width_at,
    looks,
    narrow,
    narrow_enough,
    progress,
)
from tests.analysis.simulated import jumps, share


def test_the_grid_is_part_of_the_file_format():
    grid = list(looks(1_000_000))
    assert grid[:4] == [128, 135, 142, 150]
    assert grid[-1] == 1_000_000
    assert len(grid) == 184
    assert list(looks(100)) == [100]
    assert list(looks(128)) == [128]
    assert list(looks(130)) == [128, 130]


def test_a_longer_run_looks_where_the_shorter_did():
    assert list(looks(50_000))[:-1] == [n for n in looks(200_000) if n < 50_000]


def expected(world, n):
    return world.sample(world.chances * n)


def test_the_fixed_width_rule_waits_for_unlike_blocks():
    still = jumps(0.0001)
    assert str(narrow_enough(expected(still, 128), 0.01, 0.05)) == "", "no variance seen is not no variance"
    assert str(narrow_enough(expected(still, 2_000), 0.01, 0.05)) == "anytime"
    assert str(narrow_enough(expected(share(0.25), 2_000), 0.01, 0.05)) == "fixed-n"
    assert str(narrow_enough(expected(share(0.25), 2_000), 0.01, 0.05, anytime=True)) == ""
    assert str(narrow_enough(expected(share(0.25), 6_000), 0.01, 0.05, anytime=True)) == "anytime"


def test_a_cell_stops_when_all_its_lines_are_narrow():
    done, open_ = expected(share(0.25), 2_000), expected(share(0.25), 1_000)
    assert narrow([done, done], 0.01, 0.05) == "fixed-n"
    assert narrow([done, open_], 0.01, 0.05) == ""
    assert narrow([], 0.01, 0.05) == ""
    assert progress([done, open_], 0.05) == pytest.approx(3.3 * share(0.25).sd / np.sqrt(1_000), rel=0.03)


@pytest.mark.parametrize(("sd", "mean", "most"), [(0.077, 1_240, 1_815), (0.1, 1_781, 2_686), (0.2, 6_725, 11_090)])
def test_forecast_of_a_verdict(sd, mean, most):
    assert blocks_to_pass(0.01, sd, (-1, 1)) == (pytest.approx(mean, rel=0.1), pytest.approx(most, rel=0.1))


def test_forecast_of_a_width():
    sd = share(0.25).sd
    assert blocks_to_width(0.01, sd, (0, 1)) == pytest.approx(1_846, rel=0.05)
    assert blocks_to_width(0.01, sd, (0, 1), anytime=True) == pytest.approx(5_339, rel=0.1)
    assert half_width_at(10_000, sd, (0, 1)) == pytest.approx(3.3 * sd / 100, rel=0.05)
    assert half_width_at(650, 0, (-1, 1)) == pytest.approx(0.01)
    assert half_width_at(10_000, sd, (0, 1), k=30) < half_width_at(10_000, sd, (0, 1), k=400)
