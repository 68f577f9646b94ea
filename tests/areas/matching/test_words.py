"""Free text is parsed: terms of dentistry, locations, hours and kinds of work."""

from dataclasses import dataclass, field
from typing import Any

import pytest

from bridgework.areas.people.matching import formula
from bridgework.areas.people.matching.criteria import (
    availability,
    job_criteria,
    role_criteria,
)
from bridgework.areas.people.matching.formula import Line
from bridgework.terminology import general_words
from tests.matching.members import to_account, to_job, to_profile, to_role

ROLE: dict[str, Any] = {
    "role_needed": "",
    "challenge": "",
    "working_preference": "",
    "timeline": "",
    "hours_per_week": "",
    "location": "",
    "tags": [],
}


@dataclass(frozen=True, slots=True)
class Case:
    """A posting, a record, and the expected outcome of one criterion."""

    name: str
    criterion: str
    posting: dict[str, Any]
    record: dict[str, Any]
    outcome: str
    account: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.name


def texas(**more: Any) -> dict[str, Any]:
    return {"licenses": [{"license_number": "1", "licensed_state": "TX"}], **more}


ROLES = [
    Case("endo is endodontics", "specialty", {"role_needed": "Endo, two days"},
         {"specialty": ["Endodontist"]}, "met"),
    Case("a second specialty counts in part", "specialty", {"role_needed": "Periodontist"},
         {"specialty": ["Implants"], "secondary_specialties": ["Perio"]}, "partly"),
    Case("the title names a specialty", "specialty", {"role_needed": "OMFS"},
         {"title": "Oral and maxillofacial surgeon"}, "met"),
    Case("tags name the specialty if the role does not", "specialty",
         {"role_needed": "Somebody good", "tags": ["pedo"]}, {"specialty": ["Pediatric Dentistry"]},
         "met"),
    Case("each tag is read on its own", "specialty",
         {"role_needed": "Somebody good", "tags": ["pedo", "evenings"]},
         {"specialty": ["Pediatric Dentistry"]}, "met"),
    Case("the field of a role counts in part", "specialty",
         {"role_needed": "Dental hygienist or office manager"}, {"specialty": ["Dental hygiene"]},
         "partly"),
    Case("a different specialty does not match", "specialty", {"role_needed": "Orthodontist"},
         {"specialty": ["Endodontics"]}, "not_met"),
    Case("a specialty is not met by what is named beside it", "specialty",
         {"role_needed": "Periodontist for implant reviews"},
         {"title": "Oral surgeon and implant surgeon"}, "not_met"),
    Case("a field is an alternative if the role says so", "specialty",
         {"role_needed": "Endodontist or a general dentist"}, {"specialty": ["General dentistry"]},
         "met"),
    Case("a field is an alternative after more words", "specialty",
         {"role_needed": "Experienced endodontist or a general dentist"},
         {"specialty": ["General dentistry"]}, "met"),
    Case("a field is an alternative if it comes first", "specialty",
         {"role_needed": "General dentist or endodontist"}, {"specialty": ["General dentistry"]},
         "met"),
    Case("a procedure of the specialty is a part of it", "specialty",
         {"role_needed": "Orthodontist"}, {"title": "Teacher of clear aligners"}, "partly"),
    Case("a narrower field is the specialty", "specialty", {"role_needed": "Orofacial pain"},
         {"specialty": ["TMJ"]}, "met"),
    Case("a term that contains a specialty is another", "specialty",
         {"role_needed": "Orthodontist"}, {"title": "Orthodontic assistant"}, "not_met"),
    Case("a missing specialty is not stated", "specialty", {"role_needed": "Orthodontist"}, {},
         "not_stated"),
    Case("a skill by another name", "skills", {"tags": ["Cone beam CT"]},
         {"skills": [{"category": "Imaging", "items": ["CBCT"]}]}, "met"),
    Case("a skill among the systems", "skills", {"tags": ["Dentrix"]},
         {"systems_experience": ["dentrix"]}, "met"),
    Case("some of the skills", "skills", {"tags": ["CBCT", "Braces"]}, {"tags": ["braces"]},
         "partly"),
    Case("none of the skills", "skills", {"tags": ["Braces"]}, {"tags": ["Billing"]}, "not_met"),
    Case("skills without a term are different skills", "skills",
         {"tags": ["Kindness", "Patience"]}, {"tags": ["Kindness"]}, "partly"),
    Case("a plural is the same skill", "skills", {"tags": ["Smile", "Smiles"]},
         {"tags": ["Smiles"]}, "met"),
    Case("a skill of one word is found in a longer one", "skills", {"tags": ["Kindness"]},
         {"tags": ["Kindness to children"]}, "met"),
    Case("one word of a skill is another skill", "skills", {"tags": ["Gentle listening"]},
         {"tags": ["Listening"]}, "not_met"),
    Case("a term in a skill is enough", "skills", {"tags": ["Braces for adults"]},
         {"tags": ["Braces"]}, "met"),
    Case("a role after \"as\" is not asked for alone", "specialty",
         {"role_needed": "General dentist as clinical instructor"},
         {"title": "Orthodontist and clinical instructor"}, "not_met"),
    Case("what a clause denies is not stated", "need", {"challenge": "Recall"},
         {"bio": "I led a team, but I have never done recall."}, "not_met"),
    Case("a clause beside a denial is stated", "need", {"challenge": "Recall"},
         {"bio": "I rebuilt our recall, but I do not travel."}, "met"),
    Case("what a person gave up is not stated", "need", {"challenge": "Recall"},
         {"background": [{"role": "Billing lead", "description": "I no longer manage recall."}]},
         "not_met"),
    Case("half of a need is enough", "need", {"challenge": "Recall, billing."},
         {"bio": "I rebuilt our recall."}, "met"),
    Case("a plural is its singular", "need", {"challenge": "Treatment protocols"},
         {"outcomes": [{"title": "A protocol", "metric": "", "description": ""}]}, "met"),
    Case("nothing of a need", "need", {"challenge": "Recall"}, {"bio": "Surgery."}, "not_met"),
    Case("the same city", "place", {"location": "Austin, TX"}, {"location": "Austin, Texas"},
         "met"),
    Case("another city of the state", "place", {"location": "Austin, TX"},
         {"location": "Dallas, Texas"}, "partly"),
    Case("a city without its state", "place", {"location": "Austin"}, {"location": "Austin, TX"},
         "met"),
    Case("a city and a state without a comma", "place", {"location": "Austin TX"},
         {"location": "Dallas, Texas"}, "partly"),
    Case("the state alone", "place", {"location": "Texas"}, {"location": "Dallas, TX"}, "met"),
    Case("one of several states", "place", {"location": "Ohio or Texas"},
         {"location": "Cleveland, Ohio"}, "met"),
    Case("a licence for the state", "place", {"location": "Austin, TX"},
         texas(location="Denver, CO"), "partly"),
    Case("a city of that name elsewhere", "place", {"location": "Portland, OR"},
         {"location": "Portland, Maine"}, "not_met"),
    Case("half of a city's name is another city", "place", {"location": "San Diego, CA"},
         {"location": "San Antonio, TX"}, "not_met"),
    Case("a town without its state may be elsewhere", "place", {"location": "San Diego, CA"},
         {"location": "Kouts"}, "not_stated"),
    Case("a town of that name without its state", "place", {"location": "Kouts, Indiana"},
         {"location": "Kouts"}, "partly"),
    Case("a city without its state is the largest", "place", {"location": "San Diego, CA"},
         {"location": "San Diego"}, "met"),
    Case("a city of the metropolitan area", "place", {"location": "St. Louis, MO"},
         {"location": "Saint Charles, Missouri"}, "met"),
    Case("a city of the metropolitan area in another state", "place",
         {"location": "Chicago, Illinois"}, {"location": "Gary, IN"}, "met"),
    Case("a town that the data does not contain", "place", {"location": "Chicago, Illinois"},
         {"location": "Lowell, Indiana"}, "partly"),
    Case("a city of another area in a state of the area", "place",
         {"location": "Chicago, Illinois"}, {"location": "Indianapolis, Indiana"}, "not_met"),
    Case("a city that is called like its state", "place", {"location": "New York, NY"},
         {"location": "Buffalo, New York"}, "partly"),
    Case("the capital", "place", {"location": "Washington, DC"},
         {"location": "Bethesda, Maryland"}, "met"),
    Case("a city that begins with its state", "place", {"location": "Oklahoma City, OK"},
         {"location": "Norman, Oklahoma"}, "met"),
    Case("every location meets remote work", "place",
         {"location": "Austin, TX", "working_preference": "Fully remote"},
         {"location": "Boston, MA"}, "met"),
    Case("a move within a state with a license", "place",
         {"location": "Austin, TX", "working_preference": "On site"},
         texas(location="Boise, Idaho", bio="I can relocate within a state I am licensed in."),
         "partly"),
    Case("no move to another state", "place",
         {"location": "Salem, OR", "working_preference": "On site"},
         texas(location="Boise, Idaho", bio="I can relocate within a state I am licensed in."),
         "not_met"),
    Case("no location stated", "place", {"location": "Austin, TX"}, {}, "not_stated"),
    Case("hours and a start", "time", {"hours_per_week": "40", "timeline": "Immediately"},
         {"availability": "Full-time, available now"}, "met"),
    Case("hours that the kind of work states", "time",
         {"hours_per_week": "16", "timeline": "Soon", "working_preference": "Part-time"},
         {"availability": "within 1 month"}, "met"),
    Case("a business among the skills is a part of it", "specialty",
         {"role_needed": "Practice management consultant"}, {"tags": ["Practice management"]},
         "partly"),
    Case("full-time for a few hours", "time", {"hours_per_week": "8 hours"},
         {"availability": "full time"}, "partly"),
    Case("flexible hours meet all", "time", {"hours_per_week": "20"}, {"availability": "Flexible"},
         "met"),
    Case("weekends are no full week", "time", {"hours_per_week": "40"},
         {"availability": "Weekends"}, "not_met"),
    Case("a date is a start", "time", {"timeline": "within 6 weeks"},
         {"availability_date": "2027-01-15"}, "partly"),
    Case("how often is no start", "time", {"timeline": "within 6 weeks"},
         {"availability": "One Saturday a month"}, "not_stated"),
    Case("a year is a start, whatever else is said", "time", {"timeline": "within 6 weeks"},
         {"availability": "One Saturday a month, from 2028"}, "partly"),
    Case("a start in a month", "time", {"timeline": "within 6 weeks"},
         {"availability": "in a month"}, "met"),
    Case("the same kind of work", "engagement", {"working_preference": "Advisory, on-site"},
         {"engagement_type": "advisory"}, "met"),
    Case("a near kind of work", "engagement", {"working_preference": "Fractional"},
         {"engagement_type": "part-time"}, "partly"),
    Case("another kind of work", "engagement", {"working_preference": "Full-time"},
         {"engagement_type": "advisory"}, "not_met"),
]  # fmt: skip

GENERALIST = {"role_needed": "Associate dentist", "role_type": "general"}
SPECIALIST = {"role_needed": "Dentist", "role_type": "specialist"}
JOBS = [
    Case("a specialty by its name", "specialty", {"specialty": "endodontics"},
         {"specialty": ["Endo"]}, "met"),
    Case("a specialty of the jobs account", "specialty", {"specialty": "endodontics"}, {}, "met",
         {"specialty": ["endodontics"]}),
    Case("a second specialty of a candidate", "specialty", {"specialty": "endodontics"},
         {"secondary_specialties": ["Endo"]}, "partly"),
    Case("a different specialty of a candidate", "specialty", {"specialty": "endodontics"},
         {"specialty": ["Orthodontics"]}, "not_met"),
    Case("a generalist's post by the field", "profession", GENERALIST,
         {"specialty": ["General dentistry"]}, "met"),
    Case("an associate for a generalist's post", "profession", GENERALIST, {}, "met",
         {"credential": "associate-dentist"}),
    Case("a student for a generalist's post", "profession", GENERALIST, {}, "partly",
         {"credential": "student"}),
    Case("a specialist's post", "profession", SPECIALIST, {}, "met",
         {"credential": "specialist"}),
    Case("a credential of the profile", "profession", SPECIALIST,
         {"credential": "specialist"}, "met"),
    Case("a procedure by its name", "procedures", {"required_procedures": ["endo-molar"]},
         {"bio": "Molar endo under the microscope."}, "met"),
    Case("the field of a procedure", "procedures", {"required_procedures": ["endo-molar"]},
         {"skills": [{"category": "Clinical", "items": ["Endodontics"]}]}, "partly"),
    Case("another procedure", "procedures", {"required_procedures": ["endo-molar"]},
         {"bio": "Braces."}, "not_met"),
    Case("a licence held", "licences", {"required_licenses": ["Texas"]}, texas(), "met"),
    Case("a desired licence", "licences", {"required_licenses": ["TX"]},
         {"desired_licensed_states": ["Texas"]}, "partly"),
    Case("another state's licence", "licences", {"required_licenses": ["Ohio dental license"]},
         texas(), "not_met"),
    Case("a licence that is no state's", "licences", {"required_licenses": ["DEA registration"]},
         {"licenses": [{"license_number": "1", "licensed_state": "DEA Registration"}]}, "met"),
    Case("one of several places", "place",
         {"location": "Austin, TX", "additional_locations": ["Dallas, TX", "Waco, TX"]},
         {"location": "Waco, Texas"}, "met"),
    Case("the first of several places", "place",
         {"location": "Austin, TX", "additional_locations": ["Dallas, TX"]},
         {"location": "Austin, Texas"}, "met"),
    Case("a state beside one of its cities", "place",
         {"location": "Texas", "additional_locations": ["Austin, TX"]},
         {"location": "Waco, Texas"}, "met"),
    Case("another place of a candidate", "place", {"location": "Austin, TX"},
         {"location": "Boston, MA"}, "not_met"),
    Case("years enough", "experience", {"years_of_experience": "3-5"}, {"years_experience": 4},
         "met"),
    Case("just years enough", "experience", {"years_of_experience": "3-5"},
         {"years_experience": 3}, "met"),
    Case("almost years enough", "experience", {"years_of_experience": "5-plus"},
         {"years_experience": 3.5}, "partly"),
    Case("too few years", "experience", {"years_of_experience": "5-plus"},
         {"years_experience": 1}, "not_met"),
    Case("no years stated", "experience", {"years_of_experience": "0-2"}, {}, "not_stated"),
    Case("part-time for part-time", "kind_of_work", {"employment_type": "part-time"},
         {"availability": "Part-time"}, "met"),
    Case("the kind of work of a profile", "kind_of_work", {"employment_type": "part-time"},
         {"engagement_type": "part-time"}, "met"),
    Case("another kind of work of a profile", "kind_of_work", {"employment_type": "part-time"},
         {"engagement_type": "advisory"}, "not_met"),
    Case("a mentor offered and wanted", "mentoring", {"open_to_mentoring": True}, {}, "met",
         {"looking_for_mentor": True}),
    Case("a mentor not wanted", "mentoring", {"open_to_mentoring": True}, {}, "not_met",
         {"looking_for_mentor": False}),
]  # fmt: skip


def line(lines: list[Line], name: str) -> Line:
    return next(line for line in lines if line.name == name)


@pytest.mark.parametrize("case", ROLES, ids=str)
def test_the_texts_of_a_role_are_understood(case: Case) -> None:
    wants = role_criteria.wants(to_role({**ROLE, **case.posting}))
    breakdown = formula.score(wants, role_criteria.offer(to_profile(case.record)))
    assert line(list(breakdown.lines), case.criterion).outcome == case.outcome


@pytest.mark.parametrize("case", JOBS, ids=str)
def test_the_texts_of_a_job_are_understood(case: Case) -> None:
    breakdown = formula.score(
        job_criteria.wants(to_job(case.posting)),
        job_criteria.offer(to_profile(case.record), to_account(case.account)),
    )
    assert line(list(breakdown.lines), case.criterion).outcome == case.outcome


UNSTATED: dict[str, formula.Wants] = {
    "an empty role": role_criteria.wants(to_role(ROLE)),
    "texts without usable terms": role_criteria.wants(
        to_role({**ROLE, "timeline": "whenever", "location": "USA"})
    ),
    "any number of hours": role_criteria.wants(to_role({**ROLE, "hours_per_week": "Flexible"})),
    "stop words only": role_criteria.wants(
        to_role({**ROLE, "challenge": "We are looking for the best"})
    ),
    "an empty job": job_criteria.wants(to_job({})),
    "no place and no mentor": job_criteria.wants(
        to_job({"open_to_mentoring": False, "location": "USA"})
    ),
}


@pytest.mark.parametrize("wants", UNSTATED.values(), ids=UNSTATED)
def test_a_posting_without_criteria_has_no_score(wants: formula.Wants) -> None:
    offer = role_criteria.offer(
        to_profile({"specialty": ["Endodontics"], "location": "Austin, TX"})
    )
    assert formula.score(wants, offer).score is None


def test_a_tool_is_no_specialty() -> None:
    wants = role_criteria.wants(to_role({**ROLE, "role_needed": "CBCT"}))
    assert [criterion.name for criterion in wants.criteria] == ["need"]


STEMS = [
    ("teaching", "teaches"),
    ("planning", "plans"),
    ("billing", "bills"),
    ("writing", "write"),
    ("trained", "training"),
    ("studies", "studying"),
    ("advanced", "advance"),
]


@pytest.mark.parametrize(("one", "other"), STEMS)
def test_the_forms_of_a_word_have_one_stem(one: str, other: str) -> None:
    assert general_words.stem(one) == general_words.stem(other)


def test_different_words_have_different_stems() -> None:
    words = ("speed", "spring", "string", "proceed", "molar", "code", "coding", "seed")
    assert len({general_words.stem(word) for word in words}) == len(words)


HOURS = {
    "40": "full",
    "32 hours a week": "full",
    "10-15 hours": "part",
    "4 hours": "few",
    "8": "few",
    "about 10 hours": "few",
    "up to 2 days": "part",
    "chair 40": None,
    "5 days a week": "full",
    "two days": None,
    "2 days": "part",
    "full-time": "full",
    "Weekends only": "few",
    "2027-01-15": None,
    "": None,
}


@pytest.mark.parametrize(("text", "volume"), HOURS.items())
def test_hours_are_parsed(text: str, volume: str | None) -> None:
    traits = {trait for trait, _ in availability.traits(text, "")}
    volumes = {trait for trait in traits if trait.startswith("volume:")}
    assert volumes == ({f"volume:{volume}"} if volume else set())
