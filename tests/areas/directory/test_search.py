"""Which members a search reads, and what matches.

Every word must match; the last one also matches as a prefix.
"""

from dataclasses import dataclass
from urllib.parse import quote

import pytest

from tests import make
from tests.areas.directory import practice, reading
from tests.world import World


@dataclass(frozen=True, slots=True)
class Case:
    """A search, and the last names of the experts that it finds."""

    search: str
    finds: set[str]


CASES = [
    # searched members
    Case("ana", {"Müller"}),
    Case("müller", {"Müller"}),
    Case("endodontist", {"Müller"}),
    Case("endodontics", {"Müller"}),
    Case("implantology", {"O'Hara"}),
    Case("billing", {"Nguyễn"}),
    Case("mentor", {"Müller", "Nguyễn"}),
    Case("planing", {"Straße"}),
    Case("bright smiles", {"Nguyễn"}),
    Case("infections", {"O'Hara"}),
    Case("checklist", {"O'Hara"}),
    Case("francisco", {"Nguyễn"}),
    # other members
    Case("weekends", set()),
    Case("advisory", set()),
    Case("example", set()),
    # every word, in any order, in any member
    Case("ana root mentor", {"Müller"}),
    Case("mentor root ana", {"Müller"}),
    Case("ana hiring", set()),
    Case("root ana root", {"Müller"}),
    # the last word as a prefix, the others whole
    Case("endo", {"Müller"}),
    Case("root c", {"Müller", "Straße"}),
    Case("roo canal", set()),
    Case("ortho", {"Lima"}),
    Case("odontist", set()),
    # case, accents and punctuation
    Case("MULLER", {"Müller"}),
    Case("mu\u0308ller", {"Müller"}),
    Case("nguyen", {"Nguyễn"}),
    Case("strasse", {"Straße"}),
    Case("STRASSE", {"Straße"}),
    Case("zhou", {"Zhōu"}),
    Case("o'hara", {"O'Hara"}),
    Case("o’hara", {"O'Hara"}),
    Case("root-canal", {"Müller"}),
    Case("  root   canal  ", {"Müller"}),
    Case('"root canal"', {"Müller"}),
    Case("root & canal", {"Müller"}),
    Case("(root) | canal!", {"Müller"}),
    Case("root:canal*", {"Müller"}),
    Case("root OR hiring", set()),
    Case("NOT", set()),
    Case("root NEAR canal", set()),
    # no words
    Case("---", set()),
    Case("'", set()),
    Case("%", set()),
    Case("_", set()),
    Case("*", set()),
    Case("\\", set()),
    Case("☕", set()),
]


def test_each_search_finds_the_listed_experts(world: World) -> None:
    practice.fill(world)
    names_found = {
        case.search: reading.find_names(world, f"search={quote(case.search)}") for case in CASES
    }
    assert names_found == {case.search: case.finds for case in CASES}


WORDS = [
    *("3d", "1st", "2e1sst6u", "5e9x", "0x1f", "a1b2", "1.5", "½", "㎏", "Ⅷ", "™", "the", "and"),
    *("中文", "東京タワー", "हिन्दी", "ไทย", "עברית", "عربى", "żółć", "Ελλάς", "İstanbul", "ǆ", "ﷺ"),
    *("user@example.com", "https://example.com/a?b=c", "xn--a", "𝒜lpha", "Ꮓ", "𞤀𞤁"),
]


@pytest.mark.parametrize("is_last_word", [True, False])
def test_a_word_of_any_script_is_found(world: World, is_last_word: bool) -> None:
    for number, word in enumerate(WORDS):
        make.expert(world, f"Ada Lovell{number}", bio=f"before {word} behind")
    searches = [f"before {word}" if is_last_word else f"{word} before" for word in WORDS]
    names_found = [reading.find_names(world, f"search={quote(search)}") for search in searches]
    missed = [
        word for number, word in enumerate(WORDS) if f"Lovell{number}" not in names_found[number]
    ]
    assert missed == []


def test_words_and_names_of_any_length_are_accepted(world: World) -> None:
    """PostgreSQL limits index entries and words; the members of a profile may be longer."""
    ideographs = "".join(chr(0x4E00 + number * 7 % 20_000) for number in range(5000))
    squares = "".join(chr(0x3300 + number * 13 % 87) for number in range(100))
    skills = [{"category": "Clinical", "items": [ideographs]}]
    bio = ideographs[:2000]
    make.expert(world, f"{squares} {squares}", bio=bio, skills=skills, location=squares * 2)
    for query in (f"search={quote(ideographs[:200])}", f"skills={quote(ideographs[:200])}"):
        assert len(reading.list_experts(world, query).data) == 1
    for name in ("search", "location"):
        assert len(reading.list_experts(world, f"{name}={quote(squares * 2)}").data) == 1
