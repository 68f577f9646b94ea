"""A working life whose years agree: college, dental school, residency, posts, certificates."""

from dataclasses import dataclass

from bridgework.demo.data import Record, read
from bridgework.demo.disciplines import Discipline
from bridgework.demo.draws import Draws, fill_figures

_DENTAL_DEGREES = ("DDS", "DMD")
_PROGRAMS = {
    "DDS": "general_dentistry",
    "DMD": "general_dentistry",
    "BS": "other",
    "AAS": "other",
}


@dataclass(frozen=True, slots=True)
class Career:
    """What a person has learned and done; the newest entry of each list stands first.

    `school` gave the first professional degree; a teacher teaches there.
    """

    school: str
    is_teacher: bool
    letters: str
    education: list[Record]
    background: list[Record]
    credentials: list[Record]


def career(draws: Draws, discipline: Discipline, years: int, this_year: int) -> Career:
    """Return the career of someone who finished training `years` ago, in `this_year`."""
    began = this_year - years
    is_teacher = years >= 5 and draws.happens(22)
    residency = draws.pick(discipline.residencies)
    school, letters, education = _training(draws, discipline, began, residency, is_teacher)
    background = _posts(draws, discipline, began, this_year)
    if is_teacher:
        background.insert(1, _teaching(draws, school, years, this_year))
    credentials: list[Record] = []
    board = discipline.board
    if years > board["after_years"] and draws.happens(board["percent"]):
        earned = this_year - draws.below(years - board["after_years"])
        credentials = [{"name": board["name"], "issuer": board["issuer"], "year": str(earned)}]
        letters += [board["letters"]]
    for course in draws.some(discipline.courses, min(2, years)):
        taken = str(this_year - draws.below(years))
        issuer = draws.pick(_institutions()["course_providers"])
        credentials.append({"name": course, "issuer": issuer, "year": taken})
    return Career(
        school=school,
        is_teacher=is_teacher,
        letters=", ".join(filter(None, letters)),
        education=education,
        background=background,
        credentials=credentials,
    )


def _training(
    draws: Draws, discipline: Discipline, end: int, residency: Record, is_teacher: bool
) -> tuple[str, list[str], list[Record]]:
    """Return the professional school, letters and degrees, the last of which ends in `end`.

    A residency is empty for those who have none. Dental schools decide on DDS or DMD.
    """
    known = _institutions()
    if discipline.first_degrees:
        first = draws.pick(discipline.first_degrees)
        school = draws.pick(known["hygiene_schools"])
    else:
        dental_school = draws.pick(known["dental_schools"])
        school, title = dental_school["name"], dental_school["degree"]
        first = {"years": 4, "degree": title, "subject": "Dentistry", "letters": title}
    graduated = end - residency.get("years", 0)
    affiliation = "faculty" if is_teacher else "alumni"
    entries = [_degree(school, first, graduated, draws.pick(known["grades"]), affiliation)]
    letters = [first["letters"]]
    if residency:
        at_hospital = residency["degree"].startswith("Certificate")
        schools = [each["name"] for each in known["dental_schools"]]
        host = draws.pick(known["hospitals"] if at_hospital else schools)
        entries.insert(0, _degree(host, residency, end, "Pass with distinction"))
        letters.append(residency["letters"])
    if first["degree"] in _DENTAL_DEGREES:
        college = draws.pick(known["colleges"])
        bachelor = {"years": 4, "degree": "BS", "subject": draws.pick(known["majors"])}
        left_college = graduated - first["years"] - draws.below(2)
        entries.append(
            _degree(college, bachelor, left_college, draws.pick(known["college_grades"]))
        )
    return school, letters, entries


def _degree(
    school: str, degree: Record, end: int, grade: str, affiliation: str = "alumni"
) -> Record:
    program = _PROGRAMS.get(degree["degree"], "assoc_specialty")
    first_month, last_month = (7, 6) if program == "assoc_specialty" else (8, 5)
    return {
        "school": school,
        "degree": degree["degree"],
        "field_of_study": degree["subject"],
        "start_month": first_month,
        "start_year": end - degree["years"],
        "end_month": last_month,
        "end_year": end,
        "grade": grade,
        "program_type": program,
        "affiliation": affiliation,
        "student_year": None,
    }


def _posts(draws: Draws, discipline: Discipline, began: int, this_year: int) -> list[Record]:
    """Return one to four posts without a gap, the present one first."""
    years = this_year - began
    count = 1 + (years >= 4) + (years >= 10) + (years >= 20 and draws.happens(60))
    span = years // count
    ends: list[int | None] = [
        began + span * number - draws.below(span // 2 + 1) for number in range(1, count)
    ]
    ends.append(None)
    names = draws.some(_institutions()["practice_names"], count)
    duties = fill_figures(draws, *draws.some(discipline.duties, count))
    posts: list[Record] = []
    start = began
    for name, duty, end in zip(names, duties, ends, strict=True):
        roles = _roles(draws, discipline, start - began, is_current=end is None)
        posts.append(
            {
                "company": f"{name} {draws.pick(discipline.practices)}",
                "role": draws.pick(roles),
                "start_year": start,
                "end_year": end,
                "description": duty,
                "currently_working": end is None,
            }
        )
        start = end or start
    posts.reverse()
    return posts


def _roles(
    draws: Draws, discipline: Discipline, after_years: int, *, is_current: bool
) -> list[str]:
    """Return the roles open to someone so many years after training."""
    if after_years < 3:
        return discipline.early_roles
    if is_current and after_years >= 5 and draws.happens(60):
        return discipline.leading_roles
    return discipline.later_roles


def _teaching(draws: Draws, school: str, years: int, this_year: int) -> Record:
    return {
        "company": school,
        "role": "Adjunct clinical faculty",
        "start_year": this_year - 1 - draws.below(min(10, years - 3)),
        "end_year": None,
        "description": draws.pick(_institutions()["teaching"]),
        "currently_working": True,
    }


def _institutions() -> Record:
    return read("words/institutions")
