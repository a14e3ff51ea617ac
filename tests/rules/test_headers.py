"""The files of every game agree with each other: rules.yaml and words.py with state.pxd."""
import pytest

from sim.core.game import part
from sim.core.rulebook import book, games
from tests.rules.header import enumerators, fields


@pytest.mark.parametrize("game", games())
def test_rules_are_the_fields_of_the_struct(game):
    found = fields(game, "Rules")
    assert len(found) == len(set(found))
    assert sorted(found) == sorted(book(game).rules)


@pytest.mark.parametrize("game", games())
def test_words_mirror_the_enumerations(game):
    numbers, words = enumerators(game), part(game, "words")
    shared = [name for name in numbers if name.isupper() and isinstance(getattr(words, name, None), int)]
    assert shared
    assert {name: getattr(words, name) for name in shared} == {name: numbers[name] for name in shared}
