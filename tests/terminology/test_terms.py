"""The terms of dentistry: different forms of a term have the same meaning."""

import pytest

from bridgework.terminology import data, terms
from bridgework.terminology.phrase_matcher import to_phrase
from tests.demo import limits

SAME = [
    ("endo", "endodontist"),
    ("endodontics", "root canals"),
    ("perio", "Periodontology"),
    ("pedo", "Paediatric Dentist"),
    ("OMFS", "oral and maxillofacial surgeon"),
    ("oral surgeons", "oms"),
    ("ortho", "Orthodontia"),
    ("pros", "prosthodontists"),
    ("Oral Path", "oral & maxillofacial pathology"),
    ("OMFR", "oral radiologist"),
    ("DPH", "public health dentistry"),
    ("dentist anesthesiologist", "dental anaesthesiology"),
    ("OFP", "facial pain"),
    ("GP", "general dentist"),
    ("RDH", "hygienists"),
    ("EFDA", "expanded function dental assistant"),
    ("DSOs", "dental support organization"),
    ("CBCT", "cone beam CT"),
    ("CAD/CAM", "cadcam"),
    ("TMJ", "temporomandibular disorders"),
    ("SRP", "scaling & root planing"),
    ("all-on-4", "full-arch implants"),
    ("Wisdom Teeth", "third molars"),
    ("iTero", "digital impressions"),
    ("Invisalign", "clear aligners"),
    ("OpenDental", "Open Dental"),
    ("implant", "Implantology"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_two_forms_have_the_same_meaning(one: str, other: str) -> None:
    assert terms.named_by(one) == terms.named_by(other) != frozenset()
    assert terms.forms(one) == terms.forms(other)
    assert " ".join(to_phrase(one)) in terms.forms(other)


TEXTS = {
    "Molar endo, no retreats": {"endo-molar", "endo-retreatment", "endodontics"},
    "Places All-on-X": {"perio-implants-full-arch", "implants", "full-arch"},
    "an implant surgeon for a DSO": {"implants", "dso"},
    "PEDIATRIC DENTIST": {"pediatric-dentistry", "dentist"},
    "iv sedation": {"sedation-iv", "sedation"},
    "the pros and cons of veneers": {
        "restorative-veneers",
        "restorative-dentistry",
        "cosmetic-dentistry",
    },
    "saves teeth": set(),
    "": set(),
    "…": set(),
}


def test_a_text_contains_its_terms_and_their_broader_terms() -> None:
    assert {text: set(terms.terms_in(text)) for text in TEXTS} == TEXTS


def test_spans_take_the_longest_phrase_and_nothing_above_it() -> None:
    words = ["molar", "root", "canals", "by", "rdh", "pros", "and", "cons"]
    actual = [(span.start, span.stop, set(span.means)) for span in terms.spans(words)]
    assert actual == [(0, 3, {"endo-molar"}), (4, 5, {"dental-hygienist"})]


def test_an_unknown_word_means_only_itself() -> None:
    assert terms.named_by("Banjo") == frozenset()
    assert terms.forms("Banjo") == {"banjo"}
    assert terms.forms("") == {""}


PROCEDURES = {
    *("restorative-basic", "restorative-full-arch", "restorative-veneers"),
    *("endo-anterior", "endo-bicuspid", "endo-molar", "endo-retreatment"),
    *("perio-implants-straightforward", "perio-implants-full-arch", "perio-surgical-extractions"),
    *("perio-sinus-lift", "perio-osseous-surgery", "sedation-iv"),
    *("os-third-molars-erupted", "os-third-molars-pbi", "os-third-molars-fbi"),
}
"""The values of requiredProcedures in the specification."""


def of_kind(kind: str) -> set[str]:
    return {term.name for term in terms.TERMS.values() if term.kind == kind}


def test_specialties_and_procedures_have_the_names_of_the_specification() -> None:
    assert of_kind("specialty") == limits.JOB_SPECIALTIES
    assert of_kind("procedure") > PROCEDURES


def test_forms_are_unambiguous() -> None:
    spelled = [form for term in terms.TERMS.values() for form in term.forms]
    assert sorted({form for form in spelled if spelled.count(form) > 1}) == []


def test_every_term_is_listed_once_and_refers_to_existing_terms() -> None:
    kinds = [table for kind, table in data.words().items() if kind not in {"none", "states"}]
    rows = [(name, row) for table in kinds for name, row in table.items()]
    assert sorted(name for name, _ in rows) == sorted(terms.TERMS)
    for name, row in rows:
        assert set(row) <= {"forms", "within"}, name
        assert all(forms.strip() for forms in row["forms"]), name
        assert name not in terms.TERMS[name].within


def test_a_correction_is_one_word() -> None:
    assert {"endodontics", "cbct", "hygienists"} <= terms.single_words()
    assert not [word for word in terms.single_words() if " " in word]
