"""What a user may ask for, and what he is told when he may not."""
import pytest

from sim.core.rulebook import RuleError, book, faults_of, games, nearest, resolve, rows, weakest_mark


def refused(**request) -> list[str]:
    """What is wrong with a request, one message a problem."""
    with pytest.raises(RuleError) as error:
        resolve(book("carson_city"), **{"players": 3, **request})
    return [problem.message for problem in error.value.problems]


@pytest.mark.parametrize("game", games())
def test_every_folder_is_in_order(game):
    assert faults_of(book(game)) == []


@pytest.mark.parametrize("game", games())
def test_the_rulebook_itself_is_a_request(game):
    for players in book(game).players:
        setting = resolve(book(game), players)
        assert setting["players"] == players
        assert list(setting["rules"]) == list(book(game).rules)


def test_rules_become_numbers_and_variants_switches():
    rules = {"start_money": 20, "duel_counts_cowboys": False, "final_tie_break": "shared"}
    setting = resolve(book("carson_city"), 3, rules, {"kit_carson": True, "side_banker": "red"})
    assert setting["rules"]["start_money"] == 20
    assert setting["rules"]["duel_counts_cowboys"] == 0
    assert setting["rules"]["final_tie_break"] == 3
    assert setting["variants"]["kit_carson"] is True
    assert setting["variants"]["side_banker"] == 2


def test_a_wrong_name_is_answered_with_the_nearest_right_one():
    assert refused(rules={"start_mony": 20}) == ["there is no rule 'start_mony' (did you mean start_money?)"]
    assert refused(variants={"kit_carsn": True}) == ["there is no variant 'kit_carsn' (did you mean kit_carson?)"]
    with pytest.raises(RuleError, match=r"there is no game 'carson' \(did you mean carson_city\?\)"):
        book("carson")


@pytest.mark.parametrize("value", [7, 26, 12.5, 12.0, True, "15", None, [15], float("nan")])
def test_a_wrong_value_is_answered_with_the_range(value):
    (message,) = refused(rules={"start_money": value})
    assert message.startswith("rule start_money is ") and message.endswith("(8 to 25)")


@pytest.mark.parametrize("value", [1, 0, "yes", None])
def test_a_switch_takes_true_and_false_only(value):
    assert refused(variants={"kit_carson": value}) == [f"variant kit_carson is {value!r} (false, true)"]


@pytest.mark.parametrize("players", [6, 1, 0, -3, 3.0, "3", None, True])
def test_only_the_players_of_the_box(players):
    assert refused(players=players) == [f"Carson City cannot be played by {players!r} (players: 2, 3, 4, 5)"]


def test_fractions_are_for_rules_with_fractions():
    variants = {"kit_carson": True}
    setting = resolve(book("carson_city"), 3, {"kc_speed_1": 2, "kc_stale_view_prob": 0.5}, variants)
    assert (setting["rules"]["kc_speed_1"], setting["rules"]["kc_stale_view_prob"]) == (2, 0.5)
    assert refused(rules={"kc_speed_1": float("inf")}, variants=variants) == ["rule kc_speed_1 is inf (0.1 to 10.0)"]


def test_rules_that_are_wrong_only_together():
    (message,) = refused(rules={"building_price_3": 4})
    assert message.startswith("the building spaces cost more from left to right (building_price_3 4, building_price_4")
    (message,) = refused(rules={"character_order_sheriff": 2})
    assert message.startswith("every character has a number of his own")


def test_a_rule_of_a_variant_needs_the_variant():
    assert refused(rules={"might_hand": 5}) == ["rule might_hand has no effect without the variant might_is_right"]


def test_all_that_is_wrong_is_said_at_once_and_says_where():
    with pytest.raises(RuleError) as error:
        resolve(book("carson_city"), 6, {"start_mony": 3, "rounds": 9}, {"kit_carson": 2}, "assing")
    assert [problem.path for problem in error.value.problems] == [
        ("players",), ("characters",), ("variants", "kit_carson"), ("rules", "start_mony"), ("rules", "rounds")]
    assert isinstance(error.value, ValueError)


def test_rules_must_be_names_with_values():
    assert refused(rules=["start_money"]) == ["rules must be names with values, not ['start_money']"]


def test_nearest_lists_a_short_choice_where_nothing_is_near():
    assert nearest("xyz", ["draft", "assign"]) == "known: draft, assign"


def test_a_row_that_is_partly_estimated_counts_as_estimated():
    assert weakest_mark({"id": "sheriff", "order_source": "P"}, "S") == "P"
    assert weakest_mark({"source": "S", "cap_source": "E"}, "S") == "E"
    assert weakest_mark({"id": "sheriff"}, "S") == "S"
    assert len(rows({"default_source": "S", "a": [{"x": 1}, {"x": 2}], "b": {"c": [{"x": 3}, 4]}})) == 3
