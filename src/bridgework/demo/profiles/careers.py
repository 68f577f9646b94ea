"""Generates a consistent career: college, dental school, residency, posts, certificates."""

from dataclasses import dataclass

from bridgework.demo.data import Record, read
from bridgework.demo.draws import Draws, fill_figures
from bridgework.demo.profiles.disciplines import Discipline

_DENTAL_DEGREES = ("DDS", "DMD")
_PROGRAMS = {
    "DDS": "general_dentistry",
    "DMD": "general_dentistry",
    "BS": "other",
    "AAS": "other",
}


@dataclass(frozen=True, slots=True)
class Career:
    """Education and employment; the newest entry of each list comes first.

    `school` awarded the first professional degree; a teacher teaches there. `post_nominals` is for
    example "DDS, MS".
    """

    school: str
    is_teacher: bool
    post_nominals: str
    education: list[Record]
    background: list[Record]
    credentials: list[Record]


def career(draws: Draws, discipline: Discipline, years: int, this_year: int) -> Career:
    """Return the career of a person who finished training `years` ago, in `this_year`."""
    trained_in = this_year - years
    is_teacher = years >= 5 and draws.happens(22)
    residency = draws.pick(discipline.residencies)
    school, post_nominals, education = _training(
        draws, discipline, trained_in, residency, is_teacher
    )
    background = _posts(draws, discipline, trained_in, this_year)
    if is_teacher:
        background.insert(1, _teaching(draws, school, years, this_year))
    credentials: list[Record] = []
    board = discipline.board
    if years > board["after_years"] and draws.happens(board["percent"]):
        earned_in = this_year - draws.below(years - board["after_years"])
        credentials = [{"name": board["name"], "issuer": board["issuer"], "year": str(earned_in)}]
        post_nominals += [board["letters"]]
    for course in draws.some(discipline.courses, min(2, years)):
        taken_in = str(this_year - draws.below(years))
        issuer = draws.pick(_institutions()["course_providers"])
        credentials.append({"name": course, "issuer": issuer, "year": taken_in})
    return Career(
        school=school,
        is_teacher=is_teacher,
        post_nominals=", ".join(filter(None, post_nominals)),
        education=education,
        background=background,
        credentials=credentials,
    )


def _training(
    draws: Draws, discipline: Discipline, end: int, residency: Record, is_teacher: bool
) -> tuple[str, list[str], list[Record]]:
    """Return the professional school, post-nominals and degrees; the last degree ends in `end`.

    `residency` is empty for fields without one. The dental school determines DDS or DMD.
    """
    institutions = _institutions()
    if discipline.first_degrees:
        first = draws.pick(discipline.first_degrees)
        school = draws.pick(institutions["hygiene_schools"])
    else:
        dental_school = draws.pick(institutions["dental_schools"])
        school, title = dental_school["name"], dental_school["degree"]
        first = {"years": 4, "degree": title, "subject": "Dentistry", "letters": title}
    graduated = end - residency.get("years", 0)
    affiliation = "faculty" if is_teacher else "alumni"
    entries = [_degree(school, first, graduated, draws.pick(institutions["grades"]), affiliation)]
    post_nominals = [first["letters"]]
    if residency:
        at_hospital = residency["degree"].startswith("Certificate")
        schools = [entry["name"] for entry in institutions["dental_schools"]]
        host = draws.pick(institutions["hospitals"] if at_hospital else schools)
        entries.insert(0, _degree(host, residency, end, "Pass with distinction"))
        post_nominals.append(residency["letters"])
    if first["degree"] in _DENTAL_DEGREES:
        college = draws.pick(institutions["colleges"])
        bachelor = {"years": 4, "degree": "BS", "subject": draws.pick(institutions["majors"])}
        college_end = graduated - first["years"] - draws.below(2)
        entries.append(
            _degree(college, bachelor, college_end, draws.pick(institutions["college_grades"]))
        )
    return school, post_nominals, entries


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


def _posts(draws: Draws, discipline: Discipline, trained_in: int, this_year: int) -> list[Record]:
    """Return one to four consecutive posts, the current one first."""
    years = this_year - trained_in
    count = 1 + (years >= 4) + (years >= 10) + (years >= 20 and draws.happens(60))
    span = years // count
    ends: list[int | None] = [
        trained_in + span * number - draws.below(span // 2 + 1) for number in range(1, count)
    ]
    ends.append(None)
    names = draws.some(_institutions()["practice_names"], count)
    duties = fill_figures(draws, *draws.some(discipline.duties, count))
    posts: list[Record] = []
    start = trained_in
    for name, duty, end in zip(names, duties, ends, strict=True):
        roles = _roles(draws, discipline, start - trained_in, is_current=end is None)
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
    """Return the possible roles at `after_years` years after training."""
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
