"""Words as a search sees them: case, accents and blanks do not matter, whoever wrote them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridgework.kit.text import normalize, tokenize

SAME = [
    ("Orthodontist", "ORTHODONTIST"),
    ("José Núñez", "jose nunez"),
    ("José", "Jose\u0301"),  # composed, and with a mark of its own
    ("Zoë  Müller ", "zoe muller"),
    ("Straße", "STRASSE"),
    ("Łukasz Ødegård", "lukasz odegard"),
    ("Þór Æsir œuvre", "thor aesir oeuvre"),
    ("İstanbul", "istanbul"),
    ("ISTANBUL", "istanbul"),
    ("ﬁlling", "filling"),  # a ligature
    ("Ⅳ", "iv"),
    ("①２３", "123"),
    ("Ｄｅｎｔａｌ", "dental"),
    ("Invisalign™", "invisaligntm"),
    ("㎒", "mhz"),
    ("K", "k"),  # the Kelvin sign
    ("ΌΣΟΣ", "οσοσ"),
    ("όσος", "οσοσ"),
    ("Đorđe", "djordje".replace("dj", "d")),
    ("a\u00a0b\tc\nd", "a b c d"),
]

TAKEN_APART = {
    "": [],
    "   ": [],
    "Root canal": ["root", "canal"],
    "all-on-4": ["all", "on", "4"],
    "Dr. O'Brien, DDS": ["dr", "o", "brien", "dds"],
    "snake_case": ["snake", "case"],
    "C++ / C#": ["c", "c"],
    "3D-printing": ["3d", "printing"],
    "$1,500.00": ["1", "500", "00"],
    "½": ["1", "2"],
    "naïve café": ["naive", "cafe"],
    "🦷 tooth🦷fairy": ["tooth", "fairy"],
    "zero\u200bwidth": ["zero", "width"],
    "nul\x00byte": ["nul", "byte"],
    '" OR * NEAR(': ["or", "near"],
    "& | ! :* <->": [],
    "東京 歯科": ["東京", "歯科"],
    "١٢٣": ["١٢٣"],
}


@pytest.mark.parametrize(("one", "other"), SAME)
def test_two_spellings_of_one_thing_are_equal(one: str, other: str) -> None:
    assert normalize(one) == normalize(other)


@pytest.mark.parametrize("text", TAKEN_APART)
def test_words_are_runs_of_letters_and_digits(text: str) -> None:
    assert tokenize(text) == TAKEN_APART[text]


@given(st.text())
def test_what_is_folded_stays_as_it_is(text: str) -> None:
    assert normalize(normalize(text)) == normalize(text)


@given(st.text(st.characters(codec="utf-8")))
def test_case_does_not_matter(text: str) -> None:
    assert normalize(text.lower().upper()) == normalize(text.lower().upper().lower())


@given(st.text())
def test_words_hold_nothing_that_a_database_would_take_for_syntax(text: str) -> None:
    for word in tokenize(text):
        assert word
        assert all(char.isalnum() for char in word)
        assert tokenize(word) == [word]
