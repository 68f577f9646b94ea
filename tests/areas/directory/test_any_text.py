"""Whatever is typed is answered, and finds whom a plain reading finds; on both databases."""

import json
from urllib.parse import quote

import hypothesis
import pytest
from hypothesis import strategies as st

from bridgework.areas.directory import queries
from bridgework.areas.directory.schemas import ListExpertsQuery
from bridgework.kit.text import tokenize
from bridgework.terminology import terms
from tests.areas.directory import plain, practice, reading
from tests.world import World

thorough = hypothesis.settings(
    max_examples=150,
    derandomize=True,
    deadline=None,
    # The experts are made once; no example changes them.
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
    """A word of the vocabulary with something left out, put in or swapped."""
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
def test_any_text_finds_whom_a_plain_reading_finds(filled: World, text: str) -> None:
    text = text[:200]
    query = ListExpertsQuery.model_validate({"search": text, "limit": "100"})
    with filled.application.app_state.database.reading() as tx:
        cards, total = queries.cards(tx, query)
    told = {f"{card['firstName']} {card['lastName']}" for card in map(json.loads, cards)}
    assert told == plain.found(practice.EXPERTS, text)
    assert total == len(cards) == len(told)


@hypothesis.settings(thorough, max_examples=40)
@hypothesis.given(text=TEXTS)
@hypothesis.example(text="東京タワー")
@hypothesis.example(text="हिन्दी")
@hypothesis.example(text='") OR NEAR("root canal"*) AND col:^x {a b}')
def test_any_text_is_answered(filled: World, text: str) -> None:
    for name in ("search", "location", "skills", "tags", "availability"):
        filled.get(f"/experts?{name}={quote(text[:200], safe='')}").must(200)


def test_a_search_of_a_hundred_words_is_answered(filled: World) -> None:
    """No index of words, and no statement, is too small for what two hundred letters hold."""
    other_words = " ".join(f"{letter}{digit}" for letter in "abcdef" for digit in range(10))
    searches = {
        "a " * 100: {"Straße", "O'Hara"},
        "root canal " * 18: {"Müller"},
        other_words: set(),
    }
    assert {text: reading.found(filled, f"search={quote(text)}") for text in searches} == searches
