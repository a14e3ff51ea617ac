"""Steps in a series of figures: found where they are, seldom where they are not."""

import numpy as np
import pytest

from analysis.steps import RISK, levels, steps
from tests.analysis.simulated import limit, size


def test_a_step_is_found_where_it_is():
    values = [0.25, 0.251, 0.249, 0.25, 0.27, 0.271, 0.269]
    at = steps(values, [0.002] * 7)
    assert at == [4]
    assert levels(values, [0.002] * 7, at) == pytest.approx([0.25] * 4 + [0.27] * 3)


def test_two_steps_and_back():
    assert steps([1, 1, 5, 5, 1, 1], [0.1] * 6) == [2, 4]


def test_figures_of_one_kernel_repeat_exactly_and_make_no_step():
    assert steps([0.3] * 9, [0.001] * 9) == []
    assert steps([0.0] * 3, [0.0] * 3) == []
    assert steps([0.3], [0.1]) == steps([], []) == []


def test_chance_seldom_makes_a_step():
    rng, runs = np.random.default_rng(5), size(1_000, 20_000)
    false = sum(bool(steps(rng.normal(0, 1, 12), np.ones(12))) for _ in range(runs))
    assert false <= limit(runs, 2 * RISK)  # one step costs RISK; pieces with two are a little more


def test_a_wide_figure_moves_nothing():
    """One record of few games, far off but as uncertain as that: no step."""
    assert steps([0.25, 0.25, 0.40, 0.25, 0.25], [0.001, 0.001, 0.1, 0.001, 0.001]) == []
