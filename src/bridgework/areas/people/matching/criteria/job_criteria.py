"""The criteria of jobs and candidates: what a job posting wants, and what a candidate offers."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Protocol

from bridgework.areas.people.matching import formula
from bridgework.areas.people.matching.criteria import (
    availability,
    locations,
    prose_facts,
    skills,
    term_extraction,
)
from bridgework.areas.people.matching.criteria.records import (
    JobsMembers,
    Member,
    Statement,
    Statements,
    Text,
    Trait,
    bio_of,
    build_offer,
    introductions_of,
    licences_in_prose,
    licensed_states,
    place_statements,
    prose_of,
    reading,
    second_specialties_of,
    skills_of,
    specialties_of,
    texts_of,
    times_of,
    titles_of,
    whole,
)
from bridgework.areas.people.matching.formula import (
    PARTLY,
    WHOLLY,
    Offer,
    Requirement,
    Stated,
    Wants,
)
from bridgework.areas.people.profiles.records import Fields
from bridgework.kit.text import sort_key, tokenize
from bridgework.terminology import places, professions, terms
from bridgework.terminology.professions import Title

_UNLICENSED_STUDENT = "student without a licence"
_MIN_YEARS = {"0-2": 0, "3-5": 3, "5-plus": 5}
_ALMOST = {0: 0, 3: 2, 5: 3}
"""The years of experience that meet a posting partly, by the required years."""
_THRESHOLDS = sorted({*_ALMOST, *_ALMOST.values()})

_PROCEDURES = {"procedures": WHOLLY}

MEMBERS: Mapping[Member, Mapping[str, int]] = {
    "specialty": {"specialty": WHOLLY, "profession": WHOLLY},
    "jobs_specialty": {"specialty": WHOLLY, "profession": WHOLLY},
    "jobs_credential": {"specialty": WHOLLY, "profession": WHOLLY},
    "credential": {"profession": WHOLLY},
    "secondary_specialties": {"specialty": PARTLY},
    "skills": _PROCEDURES,
    "tags": _PROCEDURES,
    "systems_experience": _PROCEDURES,
    "bio": _PROCEDURES,
    "title": {**_PROCEDURES, "profession": WHOLLY},
    "outcomes": _PROCEDURES,
    "background": _PROCEDURES,
    "licenses": {"licences": WHOLLY},
    "desired_licensed_states": {"licences": PARTLY},
    "location": {"place": WHOLLY},
    "years_experience": {"experience": WHOLLY},
    "availability": {"kind_of_work": WHOLLY},
    "engagement_type": {"kind_of_work": WHOLLY},
    "looking_for_mentor": {"mentoring": WHOLLY},
    "jobs_profession": {"profession": WHOLLY},
}
"""How far each member of a profile or an account can meet the requirements of the criteria that
read it. The members of the account are called as on a candidate's card."""


_WITHOUT_SPECIALTY = professions.PROFESSIONS.keys() - {
    professions.OTHER,
    professions.DENTIST,
    professions.SPECIALIST,
}
"""The professions that a stated specialty does not belong to."""


class JobMembers(Protocol):
    """What matching reads of a job."""

    @property
    def role_needed(self) -> str: ...
    @property
    def challenge(self) -> str: ...
    @property
    def profession(self) -> str | None: ...
    @property
    def role_type(self) -> str | None: ...
    @property
    def specialty(self) -> str | None: ...
    @property
    def location(self) -> str | None: ...
    @property
    def additional_locations(self) -> Sequence[str] | None: ...
    @property
    def employment_type(self) -> str | None: ...
    @property
    def years_of_experience(self) -> str | None: ...
    @property
    def experience_level(self) -> str | None: ...
    @property
    def required_procedures(self) -> Sequence[str] | None: ...
    @property
    def required_licenses(self) -> Sequence[str] | None: ...
    @property
    def open_to_mentoring(self) -> bool | None: ...


def wants(posting: JobMembers) -> Wants:
    """Return what a job posting wants.

    It is empty if the posting states no profession and no specialty, and its title names none.
    """
    title = _wanted(posting)
    named = _named_specialties(posting, title)
    if posting.role_needed and not (posting.profession or named or title.is_understood):
        return Wants([])
    return formula.wants(
        formula.JOB_WEIGHTS,
        {
            "specialty": Stated(skills.specialty_requirements(named), rule="gate"),
            "profession": Stated(_profession(posting, title, named), rule="gate"),
            "procedures": Stated(skills.procedure_requirements(posting.required_procedures or ())),
            "licences": Stated(_licences(posting), rule="must", bars=_UNLICENSED_STUDENT),
            "place": Stated(_place(posting), rule="must" if _is_on_site(posting) else "share"),
            "experience": Stated(
                _experience(posting),
                rule="must" if posting.experience_level == "required" else "share",
            ),
            "kind_of_work": Stated(_kind_of_work(posting)),
            "mentoring": Stated(_mentoring(posting)),
        },
    )


def offer(profile: Fields, account: JobsMembers) -> Offer:
    """Return what a candidate offers."""
    return build_offer(profile, statements(profile, account))


def statements(profile: Fields, account: JobsMembers) -> Statements:
    """Return what a candidate's profile and account state, by criterion, as `offer` takes them."""
    texts = [*skills_of(profile), *prose_of(profile)]
    return {
        "specialty": list(_specialty_statements(profile, account)),
        "profession": list(_profession_statements(profile, account)),
        "procedures": list(reading(texts, term_extraction.term_traits)),
        "licences": [*_licence_statements(profile), *_student_statements(profile, account)],
        "place": list(place_statements(profile)),
        "experience": list(_experience_statements(profile)),
        "kind_of_work": [
            statement
            for member, text in times_of(profile)
            for statement in whole(member, text, availability.kind_traits(text))
        ],
        "mentoring": list(_mentor_statements(account.looking_for_mentor)),
    }


def _wanted(posting: JobMembers) -> Title:
    """Return the profession that the posting states, or else what its title names.

    Without a stated specialty, a specialist is one of those of the title, or else of the challenge.
    """
    title = professions.read_title(posting.role_needed)
    if not posting.profession:
        return title
    if posting.profession == professions.OTHER:
        return Title((), {})
    if posting.profession == professions.SPECIALIST:
        in_text = title.specialties or {
            name: label
            for name, label in skills.specialties(posting.challenge).items()
            if skills.is_specialty(name)
        }
        if in_text:
            return Title((), in_text)
    return Title((posting.profession,), {})


def _named_specialties(posting: JobMembers, title: Title) -> Mapping[str, str]:
    """Return the specialty that the posting states, or else those of a title of specialists.

    A specialty beside another stated profession is that of the practice.
    """
    if posting.profession in _WITHOUT_SPECIALTY:
        return {}
    if posting.specialty:
        return {posting.specialty: terms.TERMS[posting.specialty].label}
    return {} if title.professions else title.specialties


def _profession(posting: JobMembers, title: Title, named: Mapping[str, str]) -> list[Requirement]:
    """Require one of the professions of the title, and of dentists the role type of the posting.

    `named` are the required specialties. They imply a dentist, so no other dentist is required.
    """
    wanted = [name for name in title.professions if not (named and name in professions.OF_DENTISTS)]
    if not wanted or (named and len(wanted) < len(title.professions)):
        return []
    met_by: dict[str, int] = {}
    for name in wanted:
        met_by |= {f"profession:{other}": PARTLY for other in professions.PROFESSIONS[name].partly}
    met_by |= {f"profession:{name}": WHOLLY for name in wanted}
    if professions.DENTIST in wanted:
        met_by[f"profession:{professions.SPECIALIST}"] = WHOLLY
    labels = [professions.PROFESSIONS[name].label for name in wanted]
    for requirement in skills.specialty_requirements({} if named else title.specialties):
        labels.append(requirement.label)
        met_by |= requirement.met_by
    required = [Requirement(" or ".join(labels), met_by)]
    kind = posting.role_type if professions.OF_DENTISTS.issuperset(wanted) else None
    if kind == "general":
        generalist = {"is:general-dentistry": WHOLLY, "credential:associate-dentist": WHOLLY}
        met_by = {**generalist, "credential:student": PARTLY}
        required.append(Requirement("general dentistry", met_by))
    if kind == "specialist":
        required.append(Requirement("a specialist", {"credential:specialist": WHOLLY}))
    return required


def _specialty_statements(profile: Fields, account: JobsMembers) -> Iterator[Statement]:
    own = list(_own_specialties(profile, account))
    second = list(second_specialties_of(profile))
    if account.profession and account.profession not in professions.OF_DENTISTS:
        own, second = [], []  # those of the practice
    if any(_student_texts(profile, account)):
        yield from reading(own, skills.second_specialty_traits)  # what they would like to become
    else:
        yield from reading(own, skills.specialty_traits)
    yield from reading(second, skills.second_specialty_traits)
    for member, credential in _credentials(profile, account):
        yield Statement(f"credential:{sort_key(credential)}", member, credential)


def _profession_statements(profile: Fields, account: JobsMembers) -> Iterator[Statement]:
    """Yield the professions of the credentials and the title.

    Without any, yield those of the specialties, or else those at the beginning of the bio and after
    words such as "I am a". A profession that the account states is the only one.
    """
    if account.profession:
        trait = f"profession:{account.profession}"
        yield Statement(trait, "jobs_profession", account.profession)
        return
    stated = [*_profession_traits(_titles(profile, account))]
    if not stated:
        own = list(_own_specialties(profile, account))
        stated = [*_profession_traits(own)] or [*reading(own, _dentist_traits)]
    yield from stated or _profession_traits(introductions_of(profile))


def _dentist_traits(text: str) -> Iterator[Trait]:
    """Yield the profession of a dentist for each field of dentistry in a text."""
    for span in terms.spans(tokenize(text)):
        if any(terms.TERMS[name].kind == "field" for name in span.means):
            yield f"profession:{professions.DENTIST}", span.start, span.stop


def _profession_traits(texts: Iterable[Text]) -> Iterator[Statement]:
    for member, text in texts:
        title = professions.read_title(text)
        names = [*title.professions, *((professions.SPECIALIST,) if title.specialties else ())]
        yield from whole(member, text, (f"profession:{name}" for name in names))


def _titles(profile: Fields, account: JobsMembers) -> Iterator[Text]:
    yield from _credentials(profile, account)
    yield from titles_of(profile)


def _own_specialties(profile: Fields, account: JobsMembers) -> Iterator[Text]:
    yield from specialties_of(profile)
    yield from texts_of("jobs_specialty", account.specialty)


def _credentials(profile: Fields, account: JobsMembers) -> Iterator[Text]:
    yield from texts_of("jobs_credential", account.credential)
    yield from texts_of("credential", profile.credential)


def _student_texts(profile: Fields, account: JobsMembers) -> Iterator[Text]:
    """Yield what says that the candidate is a student."""
    if account.profession:
        if account.profession == professions.STUDENT:
            yield "jobs_profession", account.profession
        return
    for member, text in _titles(profile, account):
        if professions.STUDENT in professions.read_title(text).professions:
            yield member, text


def _licences(posting: JobMembers) -> list[Requirement]:
    """Require each licence, by the state that it names, or else by its text."""
    return [
        Requirement(licence, _licence(licence))
        for licence in dict.fromkeys(posting.required_licenses or ())
    ]


def _licence(text: str) -> dict[str, int]:
    codes = sorted(places.regions_in(text))
    if not codes:
        return {f"licence:{sort_key(text)}": WHOLLY}
    parts = {f"{kind}:{code}": PARTLY for kind in ("said", "desired") for code in codes}
    return parts | {f"licence:{code}": WHOLLY for code in codes}


def _licence_statements(profile: Fields) -> Iterator[Statement]:
    for state in licensed_states(profile):
        codes = places.regions_in(state)
        traits = [f"licence:{sort_key(state)}", *(f"licence:{code}" for code in codes)]
        yield from whole("licenses", state, traits)
    for code, sentence in licences_in_prose(profile):
        yield Statement(f"said:{code}", "bio", sentence)
    for member, state in texts_of("desired_licensed_states", profile.desired_licensed_states):
        yield from whole(member, state, (f"desired:{code}" for code in places.regions_in(state)))


def _student_statements(profile: Fields, account: JobsMembers) -> Iterator[Statement]:
    """Yield that a student has no licence: a profile that lists none says so."""
    if licensed_states(profile):
        return
    for member, text in _student_texts(profile, account):
        yield Statement(_UNLICENSED_STUDENT, member, text)


def _place(posting: JobMembers) -> list[Requirement]:
    """Require any one of the locations."""
    required = list(_locations(posting))
    if not required:
        return []
    met_by: dict[str, int] = {}
    for place in required:
        for trait, halves in place.met_by.items():
            met_by[trait] = max(halves, met_by.get(trait, 0))
    return [Requirement(" or ".join(dict.fromkeys(place.label for place in required)), met_by)]


def _locations(posting: JobMembers) -> Iterator[Requirement]:
    for text in (posting.location or "", *(posting.additional_locations or ())):
        if locations.is_remote(text):
            yield locations.REMOTE
        else:
            yield from locations.requirements(text, is_on_site=_is_on_site(posting))


def _is_on_site(posting: JobMembers) -> bool:
    """Return whether candidates must be near: people do not move for a few days a week."""
    return posting.employment_type in {"part-time", "per-diem"}


def _experience(posting: JobMembers) -> list[Requirement]:
    years_range = posting.years_of_experience
    if not years_range:
        return []
    years = _MIN_YEARS[years_range]
    met_by = {f"years:{_ALMOST[years]}": PARTLY, f"years:{years}": WHOLLY}
    minimum = f"{years} years of experience or more"
    return [Requirement(minimum if years else "any number of years of experience", met_by)]


def _experience_statements(profile: Fields) -> Iterator[Statement]:
    if profile.years_experience is not None:
        text = f"{profile.years_experience:g}"
        yield from whole("years_experience", text, _years_traits(profile.years_experience))
        return
    for text in bio_of(profile):
        if years := prose_facts.years(text):
            yield from whole("bio", text, _years_traits(years))


def _years_traits(years: float) -> Iterator[str]:
    return (f"years:{minimum}" for minimum in _THRESHOLDS if years >= minimum)


def _kind_of_work(posting: JobMembers) -> list[Requirement]:
    kind = posting.employment_type
    return availability.kind_requirements(frozenset({kind})) if kind else []


def _mentoring(posting: JobMembers) -> list[Requirement]:
    """Require interest in a mentor if the practice offers mentoring."""
    if not posting.open_to_mentoring:
        return []
    return [Requirement("interest in a mentor", {"mentor:wanted": WHOLLY})]


def _mentor_statements(looking: bool | None) -> Iterator[Statement]:
    if looking is not None:
        trait, text = ("mentor:wanted", "yes") if looking else ("mentor:not wanted", "no")
        yield Statement(trait, "looking_for_mentor", text)
