"""Conditions match the documents that a plain comparison finds."""

from collections.abc import Mapping

import hypothesis
from hypothesis import strategies as st

from bridgework.kit.data.search import AtLeast, Term, bitmaps, query, tokens
from bridgework.kit.data.search.query import Rows

NUMBERS = st.one_of(
    st.just(-0.0), st.integers(0, 10**7), st.floats(0, 10**7, allow_nan=False, width=64)
)


def rows(documents: Mapping[int, tokens.Tokens]) -> Rows:
    """The rows of an index of these documents."""
    having: dict[tuple[str, int], list[int]] = {}
    for number, found_by in documents.items():
        for entry in {**found_by, **tokens.starts(found_by)}.items():
            having.setdefault(entry, []).append(number)
    read: dict[str, list[tuple[int, bytes]]] = {}
    for (token, grade), numbers in having.items():
        read.setdefault(token, []).append((grade, bitmaps.apply_changes(b"", numbers, [])))
    return read


@hypothesis.given(pays=st.lists(st.none() | NUMBERS, max_size=20), least=NUMBERS)
def test_numbers_are_compared_by_their_digits(pays: list[float | None], least: float) -> None:
    documents = {
        number: {} if pay is None else dict.fromkeys(tokens.of_number("pay:", pay), 0)
        for number, pay in enumerate(pays)
    }
    found = query.find([AtLeast("pay:", least)], rows(documents)).members
    expected = [number for number, pay in enumerate(pays) if pay is not None and pay >= least]
    assert bitmaps.to_list(found) == expected


def test_all_words_must_match_and_the_last_one_is_a_prefix() -> None:
    texts = {1: "blue molar", 2: "blue moon", 3: "molar blues", 4: "moonlit blue"}
    documents = {
        number: {tokens.WORD + word: 0 for word in text.split()} for number, text in texts.items()
    }
    for search, expected in (
        ("blue", [1, 2, 3, 4]),
        ("blue mo", [1, 2, 4]),
        ("blue moo", [2, 4]),
        ("mo blue", []),
        ("blue blue", [1, 2, 4]),
        ("m", [1, 2, 3, 4]),
    ):
        terms = query.search_terms(search.split())
        assert bitmaps.to_list(query.find(terms, rows(documents)).members) == expected, search


def test_points_add_up_and_filters_give_none() -> None:
    documents = {
        1: {"word:blue": 0, "word:molar": 2, "kind:a": 0},
        2: {"word:blue": 0, "word:molar": 0, "kind:a": 0},
        3: {"word:blue": 2, "word:molar": 2, "kind:a": 0},
        4: {"word:blue": 0, "word:molar": 0, "kind:b": 0},
    }
    conditions: list[query.Condition] = [Term("blue"), Term("molar"), *query.any_of("kind:", ["a"])]
    found = query.find(conditions, rows(documents), lambda itself, others: [itself[0] | others[0]])
    by_points = [
        (points, bitmaps.to_list(some))
        for points, some in bitmaps.descending(found.members, found.points)
    ]
    assert by_points == [(2, [2]), (1, [1]), (0, [3])]
