"""Words that are not specific to dentistry, and the wording of a text."""

import pytest

from bridgework.kit.text import locate_words, tokenize
from bridgework.terminology import data, general_words, terms, wording

PLURALS = {
    "protocols": "protocol",
    "policies": "policy",
    "approaches": "approach",
    "toothaches": "toothache",
    "boxes": "box",
    "glasses": "glass",
    "labs": "lab",
    "children": "child",
    "teeth": "tooth",
    "diagnoses": "diagnosis",
}


@pytest.mark.parametrize("plural", PLURALS)
def test_a_plural_has_the_key_of_its_singular(plural: str) -> None:
    assert general_words.singular(plural) == general_words.singular(PLURALS[plural])


@pytest.mark.parametrize("word", ["diagnosis", "caries", "abscess", "pus", "bias"])
def test_a_singular_that_looks_like_a_plural_is_no_other_word(word: str) -> None:
    assert not general_words.is_stop_word(word)
    assert general_words.singular(word) == general_words.singular(word.removesuffix("s") + "s")


def test_stop_words_are_recognized_in_all_their_forms() -> None:
    for word in ("build", "builds", "built", "trusts", "reaches", "somebody", "weeks", "twelve"):
        assert general_words.is_stop_word(word), word
    for word in ("recall", "billing", "aligner", "parents", "protocols", "hygienist"):
        assert not general_words.is_stop_word(word), word


def test_stop_words_are_listed_once_and_normalized() -> None:
    listed = [word for text in data.general_words()["stop_words"].values() for word in text.split()]
    assert len(listed) == len(set(listed))
    assert [word for word in listed if tokenize(word) != [word]] == []


def test_the_only_stop_word_that_is_a_term_is_the_profession_of_all() -> None:
    found = {word for word in terms.single_words() if general_words.is_stop_word(word)}
    assert found == {"dentist", "dentists"}


QUOTES = {
    "Clinical advisor wanted": "clinical advisor",
    "A day. Clinical advisor": "clinical advisor",
    "- Clinical advisor": "clinical advisor",
    "Our Clinical advisor": "Clinical advisor",
    "CLINICAL ADVISOR": "CLINICAL ADVISOR",
    "Clinical  \n advisor": "clinical advisor",
    "Invisalign cases": "Invisalign",
    "Endo cases": "endo",
    "CBCT": "CBCT",
    "some All-on-4": "All-on-4",
    "Oral & maxillofacial pathology": "oral & maxillofacial pathology",
    "root ......................... canal": "root canal",
    "\u00c9ndo": "\u00e9ndo",
}


@pytest.mark.parametrize("text", QUOTES)
def test_a_term_is_quoted_as_it_was_written(text: str) -> None:
    located = locate_words(text)
    (span,) = terms.spans([word for word, _, _ in located])
    assert wording.quote(text, located[span.start : span.stop]) == QUOTES[text]
