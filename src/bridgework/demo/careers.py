"""A working life whose years agree: college, dental school, residency, posts, certificates."""

from __future__ import annotations

import functools
from dataclasses import dataclass

from bridgework.demo import figures, sheets
from bridgework.demo.disciplines import Degree, Discipline
from bridgework.demo.draws import Draws

Record = dict[str, object]

_AFTER_COLLEGE = ("DDS", "DMD")
_PROGRAMS = {
    "DDS": "general_dentistry",
    "DMD": "general_dentistry",
    "BS": "other",
    "AAS": "other",
}
_TEACHING = (
    "Clinical supervision of students one day a week, and a seminar on treatment planning.",
    "Supervision in the student clinic and the yearly lecture series on case selection.",
    "Small-group teaching with real cases, and examiner duty at the end of the year.",
    "One clinic day a week with students, from the medical history to the recall plan.",
)


@dataclass(frozen=True, slots=True)
class Career:
    """What a person has learned and done; the newest entry of each list stands first."""

    school: str
    faculty_school: str | None
    letters: str
    role: str
    company: str
    education: list[Record]
    background: list[Record]
    credentials: list[Record]


@dataclass(frozen=True, slots=True)
class Training:
    """Education, with the school of the first professional degree and the letters it gave."""

    school: str
    letters: str
    entries: list[Record]


def career(
    draws: Draws, discipline: Discipline, years: int, this_year: int, *, may_lead: bool = True
) -> Career:
    """Return the career of someone who finished training `years` ago, in `this_year`."""
    began = this_year - years
    teaches = years >= 5 and draws.happens(22)
    residency = draws.pick(discipline.residencies)
    affiliation = "faculty" if teaches else "alumni"
    training = _training(draws, discipline, began, residency, affiliation)
    background = _posts(draws, discipline, began, this_year, may_lead=may_lead)
    role, company = str(background[0]["role"]), str(background[0]["company"])
    if teaches:
        background.insert(1, _teaching(draws, training.school, years, this_year))
    certified = _is_certified(draws, discipline, years)
    letters = training.letters
    if certified and discipline.board.letters:
        letters = f"{letters}, {discipline.board.letters}"
    return Career(
        school=training.school,
        faculty_school=training.school if teaches else None,
        letters=letters,
        role=role,
        company=company,
        education=training.entries,
        background=background,
        credentials=_credentials(draws, discipline, years, this_year, certified=certified),
    )


def studies(draws: Draws, discipline: Discipline, end: int, student_year: str) -> Training:
    """Return the education of a student who will graduate in the year `end`."""
    found = _training(draws, discipline, end, None, "student")
    found.entries[0]["student_year"] = student_year
    found.entries[0]["grade"] = "In progress"
    return found


def _training(
    draws: Draws, discipline: Discipline, end: int, residency: Degree | None, affiliation: str
) -> Training:
    """Return an education whose last degree belongs to the year `end`."""
    places = _institutions()
    first, school = _first_degree(draws, discipline)
    graduated = end - (residency.years if residency else 0)
    entries = [
        degree(
            school,
            first.degree,
            first.subject,
            end=graduated,
            years=first.years,
            grade=draws.pick(places.grades),
            affiliation=affiliation,
        )
    ]
    letters = first.letters
    if residency:
        entries.insert(0, _residency(draws, residency, end))
        if residency.letters:
            letters = f"{letters}, {residency.letters}"
    if first.degree in _AFTER_COLLEGE:
        entries.append(_college(draws, graduated - first.years))
    return Training(school, letters, entries)


def degree(
    school: str,
    degree: str,
    subject: str,
    *,
    end: int,
    years: int = 4,
    grade: str = "3.8 GPA",
    affiliation: str = "alumni",
) -> Record:
    """Return one education; what kind of program it was follows from the degree."""
    program = _PROGRAMS.get(degree, "assoc_specialty")
    first_month, last_month = (7, 6) if program == "assoc_specialty" else (8, 5)
    return {
        "school": school,
        "degree": degree,
        "field_of_study": subject,
        "start_month": first_month,
        "start_year": end - years,
        "end_month": last_month,
        "end_year": end,
        "grade": grade,
        "program_type": program,
        "affiliation": affiliation,
        "student_year": None,
    }


def _residency(draws: Draws, residency: Degree, end: int) -> Record:
    """Return a residency, at a hospital where it gave a certificate, else at a school."""
    places = _institutions()
    certificate = residency.degree.startswith("Certificate")
    return degree(
        draws.pick(places.hospitals if certificate else places.school_names),
        residency.degree,
        residency.subject,
        end=end,
        years=residency.years,
        grade="Pass with distinction",
    )


def _college(draws: Draws, dental_school_began: int) -> Record:
    places = _institutions()
    return degree(
        draws.pick(places.colleges),
        "BS",
        draws.pick(places.majors),
        end=dental_school_began - draws.below(2),
        grade=draws.pick(places.college_grades),
    )


@dataclass(frozen=True, slots=True)
class _Institutions:
    """The invented schools, hospitals and practices, and what they hand out."""

    dental_schools: tuple[tuple[str, ...], ...]
    school_names: tuple[str, ...]
    hygiene_schools: tuple[str, ...]
    hospitals: tuple[str, ...]
    colleges: tuple[str, ...]
    majors: tuple[str, ...]
    college_grades: tuple[str, ...]
    grades: tuple[str, ...]
    providers: tuple[str, ...]
    practices: tuple[str, ...]


@functools.cache
def _institutions() -> _Institutions:
    sheet = sheets.sheet("institutions")
    dental_schools = sheet.rows("Dental schools")
    return _Institutions(
        dental_schools=dental_schools,
        school_names=tuple(name for name, _ in dental_schools),
        hygiene_schools=sheet.lines("Hygiene schools"),
        hospitals=sheet.lines("Hospitals"),
        colleges=sheet.lines("Colleges"),
        majors=sheet.lines("Majors"),
        college_grades=sheet.lines("College grades"),
        grades=sheet.lines("Grades"),
        providers=sheet.lines("Course providers"),
        practices=sheet.lines("Practice names"),
    )


def _first_degree(draws: Draws, discipline: Discipline) -> tuple[Degree, str]:
    """Return the first professional degree and its school; each dental school has one title."""
    places = _institutions()
    if discipline.first_degrees:
        return draws.pick(discipline.first_degrees), draws.pick(places.hygiene_schools)
    school, title = draws.pick(places.dental_schools)
    return _dental_degree(title), school


@functools.cache
def _dental_degree(title: str) -> Degree:
    return Degree(4, title, "Dentistry", title)


def _posts(
    draws: Draws, discipline: Discipline, began: int, this_year: int, *, may_lead: bool
) -> list[Record]:
    """Return one to four posts without a gap, the present one first."""
    years = this_year - began
    count = 1 + (years >= 4) + (years >= 10) + (years >= 20 and draws.happens(60))
    span = years // count
    ends: list[int | None] = [
        began + span * number - draws.below(span // 2 + 1) for number in range(1, count)
    ]
    ends.append(None)
    names = draws.some(_institutions().practices, count)
    duties = figures.filled(draws, *draws.some(discipline.duties, count))
    posts: list[Record] = []
    start = began
    for number, end in enumerate(ends):
        roles = _roles(draws, discipline, start - began, current=end is None, may_lead=may_lead)
        posts.append(
            {
                "company": f"{names[number]} {draws.pick(discipline.practices)}",
                "role": draws.pick(roles),
                "start_year": start,
                "end_year": end,
                "description": duties[number],
                "currently_working": end is None,
            }
        )
        start = end or start
    posts.reverse()
    return posts


def _roles(
    draws: Draws, discipline: Discipline, after_years: int, *, current: bool, may_lead: bool
) -> tuple[str, ...]:
    """Return the roles open to someone so many years after training."""
    if after_years < 3:
        return discipline.early_roles
    if may_lead and current and after_years >= 5 and draws.happens(60):
        return discipline.leading_roles
    return discipline.later_roles


def _teaching(draws: Draws, school: str, years: int, this_year: int) -> Record:
    return {
        "company": school,
        "role": "Adjunct clinical faculty",
        "start_year": this_year - 1 - draws.below(min(10, years - 3)),
        "end_year": None,
        "description": draws.pick(_TEACHING),
        "currently_working": True,
    }


def _is_certified(draws: Draws, discipline: Discipline, years: int) -> bool:
    board = discipline.board
    return years > board.after_years and draws.happens(board.percent)


def _credentials(
    draws: Draws, discipline: Discipline, years: int, this_year: int, *, certified: bool
) -> list[Record]:
    """Return the board certificate, if any, and up to two courses, none before practice began."""
    found: list[Record] = []
    if certified:
        board = discipline.board
        earned = this_year - draws.below(years - board.after_years)
        found.append({"name": board.name, "issuer": board.issuer, "year": str(earned)})
    providers = _institutions().providers
    for course in draws.some(discipline.courses, min(2, years)):
        taken = this_year - draws.below(years)
        found.append({"name": course, "issuer": draws.pick(providers), "year": str(taken)})
    return found
