"""Normalization for search: case, accents and whitespace are ignored."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridgework.kit.text import locate_words, normalize, tokenize

SAME = [
    ("Orthodontist", "ORTHODONTIST"),
    ("José Núñez", "jose nunez"),
    ("José", "Jose\u0301"),  # composed and decomposed
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
    *((f"O{apostrophe}Kade", "okade") for apostrophe in "'`\u00b4\u2018\u2019\u02bb\u02bc\uff07"),
    *(
        (f"Anna{hyphen}Maria", "anna-maria")
        for hyphen in "\u2010\u2011\u2012\u2013\u2014\u2015\u2212"
    ),
    ("ŉ", "n"),
    *((f"En{mark}do", "endo") for mark in "\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff"),
]

TAKEN_APART = {
    "": [],
    "   ": [],
    "Root canal": ["root", "canal"],
    "all-on-4": ["all", "on", "4"],
    "Dr. O'Brien, DDS": ["dr", "obrien", "dds"],
    "Dr. O’Brien’s ‘practice’": ["dr", "obriens", "practice"],
    "Anna\u2011Maria, 5\u22126": ["anna", "maria", "5", "6"],
    "''' ' ``": [],
    "snake_case": ["snake", "case"],
    "C++ / C#": ["c", "c"],
    "3D-printing": ["3d", "printing"],
    "$1,500.00": ["1", "500", "00"],
    "½": ["1", "2"],
    "naïve café": ["naive", "cafe"],
    "🦷 tooth🦷fairy": ["tooth", "fairy"],
    "zero\u200bwidth": ["zerowidth"],
    "nul\x00byte": ["nul", "byte"],
    '" OR * NEAR(': ["or", "near"],
    "& | ! :* <->": [],
    "東京 歯科": ["東京", "歯科"],
    "١٢٣": ["١٢٣"],
}


@pytest.mark.parametrize(("one", "other"), SAME)
def test_equivalent_spellings_are_equal(one: str, other: str) -> None:
    assert normalize(one) == normalize(other)


@pytest.mark.parametrize("text", TAKEN_APART)
def test_words_are_runs_of_letters_and_digits(text: str) -> None:
    assert tokenize(text) == TAKEN_APART[text]


@given(st.text())
def test_normalization_is_idempotent(text: str) -> None:
    assert normalize(normalize(text)) == normalize(text)


@given(st.text(st.characters(codec="utf-8")))
def test_case_is_ignored(text: str) -> None:
    assert normalize(text.lower().upper()) == normalize(text.lower().upper().lower())


@given(st.text())
def test_words_contain_no_syntax_of_a_database(text: str) -> None:
    for word in tokenize(text):
        assert word
        assert all(char.isalnum() for char in word)
        assert tokenize(word) == [word]


@given(st.text())
def test_located_words_are_the_words_of_the_text(text: str) -> None:
    located = locate_words(text)
    assert [word for word, _, _ in located] == tokenize(text)
    assert all(word in tokenize(text[start:stop]) for word, start, stop in located)


def test_a_located_word_is_the_part_of_the_text_that_was_written() -> None:
    text = "Ask José\u2014in Zürich\u2014about all-on-4\u2026"
    written = [text[start:stop] for _, start, stop in locate_words(text)]
    assert written == ["Ask", "José", "in", "Zürich", "about", "all", "on", "4"]
    name = "Dr. O'Brien"
    assert [name[start:stop] for _, start, stop in locate_words(name)] == ["Dr", "O'Brien"]
