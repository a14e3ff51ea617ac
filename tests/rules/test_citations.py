import pytest

from tests.rules import citations, games, listed


@pytest.mark.parametrize("game", games())
def test_every_numbered_rule_has_a_test_or_a_reason(game):
    cited = citations(game)
    assert [number for number, why in listed(game).items() if not why and number not in cited] == []


@pytest.mark.parametrize("game", games())
def test_only_rules_of_the_specification_are_cited(game):
    assert sorted(set(citations(game)) - set(listed(game))) == []
