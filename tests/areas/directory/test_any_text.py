"""Any search text is accepted, and finds the same experts as the reference implementation."""

import json
from urllib.parse import quote

import hypothesis
import pytest
from hypothesis import strategies as st

from bridgework.areas.people.directory import queries
from bridgework.areas.people.directory.schemas import ListExpertsQuery
from bridgework.kit.text import tokenize
from bridgework.terminology import terms
from tests.areas.directory import plain, practice, reading
from tests.world import World

thorough = hypothesis.settings(
    max_examples=150,
    derandomize=True,
    deadline=None,
    # The experts are created once; no example changes them.
    suppress_health_check=[hypothesis.HealthCheck.function_scoped_fixture],
)

VOCABULARY = sorted(
    {word for name, profile in practice.EXPERTS.items() for word in tokenize(f"{name} {profile}")}
)
FORMS = sorted(
    form for term in ("endodontics", "implants", "dental-hygiene") for form in terms.forms(term)
)


@st.composite
def mistyped(draw: st.DrawFn) -> str:
    """Return a word of the vocabulary, possibly with a typing error."""
    word = draw(st.sampled_from(VOCABULARY))
    at = draw(st.integers(0, len(word)))
    kind = draw(st.sampled_from(["whole", "begun", "less", "more", "other", "swapped"]))
    letter = draw(st.sampled_from("aeinrstzé9"))
    return {
        "whole": word,
        "begun": word[:at],
        "less": word[:at] + word[at + 1 :],
        "more": word[:at] + letter + word[at:],
        "other": word[:at] + letter + word[at + 1 :],
        "swapped": word[:at] + word[at : at + 2][::-1] + word[at + 2 :],
    }[kind]


TEXTS = st.one_of(
    st.lists(st.one_of(mistyped(), st.sampled_from(FORMS)), min_size=1, max_size=4).map(" ".join),
    st.text(st.characters(exclude_categories=["Cc", "Cs"]), max_size=40),
    st.text("aeo -*\"':()NEARORNOT東のॉ़é\u0301\u200d", max_size=20),
)


@pytest.fixture
def filled(world: World) -> World:
    practice.fill(world)
    return world


@thorough
@hypothesis.given(text=TEXTS.filter(bool))
@hypothesis.example(text="root canal")
@hypothesis.example(text="roo canal")
@hypothesis.example(text=" ".join(VOCABULARY))
@hypothesis.example(text="a " * 99)
def test_any_text_finds_the_experts_that_the_reference_finds(filled: World, text: str) -> None:
    text = text[:200]
    query = ListExpertsQuery.model_validate({"search": text, "limit": "100"})
    with filled.application.app_state.database.reading() as tx:
        cards, total = queries.list_cards(tx, query)
    names = {f"{card['firstName']} {card['lastName']}" for card in map(json.loads, cards)}
    assert names == plain.find_names(practice.EXPERTS, text)
    assert total == len(cards) == len(names)


@hypothesis.settings(thorough, max_examples=40)
@hypothesis.given(text=TEXTS)
@hypothesis.example(text="東京タワー")
@hypothesis.example(text="हिन्दी")
@hypothesis.example(text='") OR NEAR("root canal"*) AND col:^x {a b}')
def test_any_text_is_accepted(filled: World, text: str) -> None:
    for name in ("search", "location", "skills", "tags", "availability"):
        filled.get(f"/experts?{name}={quote(text[:200], safe='')}").must(200)


def test_a_search_of_a_hundred_words_is_accepted(filled: World) -> None:
    """The number of words does not exceed a limit of the index or of the database."""
    other_words = " ".join(f"{letter}{digit}" for letter in "abcdef" for digit in range(10))
    searches = {
        "a " * 100: {"Straße", "O'Hara"},
        "root canal " * 18: {"Müller"},
        other_words: set(),
    }
    assert {
        text: reading.find_names(filled, f"search={quote(text)}") for text in searches
    } == searches
