"""Field types of templates."""

from typing import Annotated

from pydantic import Field

from bridgework.kit.validation import FILLED, MANY_LINES

TemplateBody10000 = Annotated[
    str, Field(min_length=1, max_length=10_000, pattern=MANY_LINES), FILLED
]
