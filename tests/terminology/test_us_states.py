"""US states: recognized by name and abbreviation in a location, and more strictly elsewhere."""

import pytest

from bridgework.kit.text import tokenize
from bridgework.terminology import us_states


def in_prose(text: str) -> set[str]:
    return {code for span in us_states.spans_in_prose(tokenize(text)) for code in span.means}


@pytest.mark.parametrize("code", us_states.NAMES)
def test_names_and_abbreviations_of_states_match(code: str) -> None:
    name = us_states.NAMES[code]
    assert {*map(us_states.in_place, (code, code.lower(), name))} == {frozenset({code})}
    assert us_states.in_place(f"Springfield, {code}") == us_states.in_place(f"Springfield, {name}")
    assert us_states.in_place(f"Springfield, {name}") == in_prose(f"all over {name}") == {code}


def test_the_list_has_fifty_states_the_district_and_the_territories() -> None:
    assert len(us_states.NAMES) == 50 + 1 + 8
    assert all(len(code) == 2 and code.isupper() for code in us_states.NAMES)


PLACES: dict[str, set[str]] = {
    "Portland, OR": {"OR"},
    "Fort Wayne IN": {"IN"},
    "Bangor, Me.": {"ME"},
    "hilo, hi": {"HI"},
    "Tulsa, ok": {"OK"},
    "New York, N.Y.": {"NY"},
    "Washington, D.C.": {"DC"},
    "Washington DC": {"DC"},
    "Seattle, Washington": {"WA"},
    "Charleston, West Virginia": {"WV"},
    "Boston, Mass.": {"MA"},
    "San Juan, Puerto Rico": {"PR"},
    "Kansas City, MO": {"MO"},
    "São Paulo, Brazil": set(),
    "": set(),
}
PROSE: dict[str, set[str]] = {
    "in Texas or in TX": {"TX"},
    "in or out, ok with me, hi": set(),
    "MS, MD and MA; a miss, an ill will": set(),
    "from West Virginia to New York": {"WV", "NY"},
    "de la co. id pa": set(),
}


def test_states_are_read_from_a_location() -> None:
    assert {text: set(us_states.in_place(text)) for text in PLACES} == PLACES


def test_in_prose_only_unambiguous_states_are_found() -> None:
    assert {text: in_prose(text) for text in PROSE} == PROSE


def test_other_words_are_no_states() -> None:
    assert not any(map(us_states.in_place, ("XX", "Bavaria", "")))
