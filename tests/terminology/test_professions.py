"""Titles as people write them name professions and specialties."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridgework.terminology.professions import OTHER, PROFESSIONS, read_title

WANTED = {
    "Dental Office Manager": "office_manager",
    "OM": "office_manager",
    "Practice administrator, two locations": "office_manager",
    "Hygenist": "hygienist",
    "Registered Dental Hygeinist": "hygienist",
    "RDH needed ASAP": "hygienist",
    "Temp hygienists Fridays $$$": "hygienist",
    "Perio hygienist": "hygienist",
    "Perio hygienist and assistant": "assistant hygienist",
    "Assistant for our hygienist": "assistant",
    "Hygienist (not a dentist)": "hygienist",
    "Assistant, not a dentist or a hygienist": "assistant",
    "DA": "assistant",
    "Surgical asst": "assistant",
    "Dental Assistants": "assistant",
    "Pediatric dental assistant": "assistant",
    "Looking for an RDA": "assistant",
    "EFDA w/ x-ray": "expanded_function_assistant",
    "Front desk rock star": "front_desk",
    "Hygiene Coordinator": "front_desk",
    "Tx coordinator": "treatment_coordinator",
    "Treatment Coordinator for ortho practice": "treatment_coordinator",
    "Biller": "billing",
    "Insurance Coordinator": "billing",
    "Dental lab technician": "laboratory_technician",
    "Denturist": "denturist",
    "Third-year dental student": "student",
    "PGY-2 endo resident": "resident",
    "Dentist": "dentist",
    "Denist": "dentist",
    "Associate DDS/DMD - NYC": "dentist",
    "GP with molar endo": "dentist",
    "Associate dentist endo & implants": "dentist",
    "Weekend emergency dentist": "dentist",
    "Endodontist": "endodontics",
    "Associate endodontist": "endodontics",
    "NOT a GP - endodontist": "endodontics",
    "Endo 2 days/wk": "endodontics",
    "Othodontist": "orthodontics",
    "Part time periodontist DSO": "periodontics",
    "Peds": "pediatric-dentistry",
    "Pedodontist": "pediatric-dentistry",
    "Prosth": "prosthodontics",
    "OS": "oral-maxillofacial-surgery",
    "Oral sugeon": "oral-maxillofacial-surgery",
    "Maxfac surgeon": "oral-maxillofacial-surgery",
    "Traveling OS for 3rds & IV sed": "oral-maxillofacial-surgery",
    "Dentist or hygienist": "dentist hygienist",
    "Endodontist or general dentist": "dentist endodontics",
    "Scheduler and receptionist": "front_desk",
    "Ortho Tech": "assistant",
    "Hygiene Assistant": "assistant",
    "Dental Office Mgr": "office_manager",
    "Dental implant coordinator": "treatment_coordinator",
    "Claims Rep": "billing",
    "Removables Tech": "laboratory_technician",
    "Implant surgeon": "dentist",
    "TMJ specialist": "orofacial-pain",
    "Dentist, not pediatric": "dentist",
    "No phone calls - Dental Hygienist": "hygienist",
    "Pediatric Dentist or GP comfortable w/ kids": "dentist pediatric-dentistry",
    "Associate dentist, mentor on site": "dentist",
    "Orthodontist as clinical advisor": "orthodontics",
    "Practice consultant": "other",
    "Temp dentist": "dentist",
    "Superstar wanted!": "",
    "Veterinary technician": "",
    "No hygienist": "",
    "": "",
}


@pytest.mark.parametrize(("title", "expected"), WANTED.items())
def test_a_title_says_who_is_wanted(title: str, expected: str) -> None:
    read = read_title(title)
    assert " ".join([*sorted(read.professions), *sorted(read.specialties)]) == expected
    assert read.is_understood is bool(expected)


@pytest.mark.parametrize("name", sorted(PROFESSIONS.keys() - {OTHER}))
def test_a_profession_is_understood_by_its_own_label(name: str) -> None:
    assert read_title(PROFESSIONS[name].label).professions == (name,)


def test_professions_refer_to_professions() -> None:
    for profession in PROFESSIONS.values():
        assert PROFESSIONS.keys() >= set(profession.partly)


@given(st.text(max_size=300))
def test_any_title_is_read(title: str) -> None:
    read = read_title(title)
    assert PROFESSIONS.keys() >= set(read.professions)
