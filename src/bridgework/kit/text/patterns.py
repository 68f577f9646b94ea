"""Patterns of text, and the field types of names, which must contain a letter.

NO_CONTROLS is for secrets and search terms, which are compared and never displayed to others.
ONE_LINE also refuses U+2028 and U+2029, which break lines, and bidirectional embeddings, overrides
and isolates, with which a name could reorder the text around it.
"""

import re
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, Field
from pydantic_core import PydanticCustomError, PydanticKnownError

NO_CONTROLS = r"^[^\x00-\x1f\x7f-\x9f]*$"
ONE_LINE = r"^[^\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]*$"
MANY_LINES = r"^[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]*$"
FORMATS = {NO_CONTROLS: "printable", ONE_LINE: "line", MANY_LINES: "multiline"}
"""The formats of these patterns in the OpenAPI document, which explains them."""
PUBLISHED = {ONE_LINE: NO_CONTROLS}
"""Patterns that the OpenAPI document replaces: Go's engine does not know `\\u`, and the characters
themselves would reorder the source of generated clients. The format tells the rest."""
ALPHABETIC_MESSAGE = "Must contain at least one letter."

_BLANKS = (
    " \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u202f\u205f\u3000"
)
"""The space characters of Unicode, without line breaks and tabs, which ONE_LINE refuses."""
_EMPTY = re.compile(
    "[\\s\u2800\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001d173-\U0001d17a\U000e0000-\U000e0fff]*"
)
"""Text that is not visible: blanks, and the characters that Unicode calls default ignorable.

Some of these are letters, such as the fillers of Hangul."""


def trim(value: object) -> object:
    """Remove the blanks around a text. Any other value is returned as it is."""
    return value.strip(_BLANKS) if isinstance(value, str) else value


TRIM = BeforeValidator(trim)
"""Removes outer blanks before the limits apply. Each one-line text has it, but no password."""


def _must_be_filled(text: str) -> str:
    if _EMPTY.fullmatch(text):
        raise PydanticKnownError("string_too_short", {"min_length": 1})
    return text


FILLED = AfterValidator(_must_be_filled)
"""Refuses a text of blanks and invisible characters as an empty one is refused."""


def _must_be_alphabetic(text: str) -> str:
    # `isalpha` is true for Unicode's category L only.
    if not any(character.isalpha() for character in _EMPTY.sub("", text)):
        raise PydanticCustomError("needs_letter", ALPHABETIC_MESSAGE)
    return text


_ALPHABETIC = AfterValidator(_must_be_alphabetic)

PersonName = Annotated[
    str,
    Field(min_length=1, max_length=100, pattern=ONE_LINE, description=ALPHABETIC_MESSAGE),
    _ALPHABETIC,
    TRIM,
]
Name200 = Annotated[
    str,
    Field(min_length=1, max_length=200, pattern=ONE_LINE, description=ALPHABETIC_MESSAGE),
    _ALPHABETIC,
    TRIM,
]
LocationName = Annotated[
    str,
    Field(min_length=1, max_length=300, pattern=ONE_LINE, description=ALPHABETIC_MESSAGE),
    _ALPHABETIC,
    TRIM,
]
