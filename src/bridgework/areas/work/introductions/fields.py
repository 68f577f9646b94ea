"""Field types of introductions."""

from typing import Annotated

from pydantic import Field

from bridgework.kit.validation import FILLED, MANY_LINES

Note500 = Annotated[str, Field(min_length=1, max_length=500, pattern=MANY_LINES), FILLED]
