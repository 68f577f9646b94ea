"""Field types of notes."""

from typing import Annotated

from pydantic import Field

from bridgework.kit.validation import FILLED, MANY_LINES

NoteText4000 = Annotated[str, Field(min_length=1, max_length=4000, pattern=MANY_LINES), FILLED]
