"""The parts of a profile: specification section 2.2, "Sub-shapes"."""

from typing import Literal

from bridgework.kit.fields import (
    FilledLine,
    FilledLines,
    Line20,
    Line50,
    Line150,
    Line200,
    Month,
    Text1000,
    Text2000,
    Year,
)
from bridgework.kit.shapes import Shape

ProgramType = Literal["general_dentistry", "assoc_specialty", "other"]
Affiliation = Literal["student", "class_president", "faculty", "dean", "alumni"]
StudentYear = Literal["D1", "D2", "D3", "D4"]


class OutcomeItem(Shape):
    title: Line200
    metric: Line200
    description: Text1000


class BackgroundItem(Shape):
    company: Line200
    role: Line200
    start_year: Year | None
    end_year: Year | None
    description: Text2000
    currently_working: bool


class CredentialItem(Shape):
    name: Line200
    issuer: Line200
    year: Line20


class SkillGroup(Shape):
    category: FilledLine
    items: FilledLines


class EducationItem(Shape):
    """As it is told; what is taken has a closer range of years."""

    school: Line150
    degree: Line150
    field_of_study: Line150
    start_month: Month | None
    start_year: Year | None
    end_month: Month | None
    end_year: Year | None
    grade: Line50
    program_type: ProgramType | None
    affiliation: Affiliation | None
    student_year: StudentYear | None
