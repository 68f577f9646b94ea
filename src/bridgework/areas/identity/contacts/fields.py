"""Field types of contact settings."""

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypeAliasType

IntroductionsFrom = TypeAliasType("IntroductionsFrom", Literal["everybody", "verified", "nobody"])
"""Who may ask for an introduction: `verified` are members who are verified on any platform."""

UpToTwoHours = Annotated[int, Field(ge=0, le=120)]
