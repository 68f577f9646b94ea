"""Which characters a text may contain: the patterns of text, and the names that need a letter.

NO_CONTROLS is for secrets and search terms, which are compared and never displayed to others.
ONE_LINE also refuses U+2028 and U+2029, which break lines, and the bidirectional embeddings,
overrides and isolates, with which a name could reorder the text around it.
"""

from typing import Annotated

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

NO_CONTROLS = r"^[^\x00-\x1f\x7f-\x9f]*$"
ONE_LINE = r"^[^\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]*$"
MANY_LINES = r"^(?:[^\x00-\x1f\x7f-\x9f]|[\t\n\r])*$"
LETTER_NEEDED = "Must contain at least one letter."


def _with_letter(text: str) -> str:
    # `isalpha` is true of Unicode's category L alone.
    if not any(character.isalpha() for character in text):
        raise PydanticCustomError("needs_letter", LETTER_NEEDED)
    return text


_LETTER = AfterValidator(_with_letter)

PersonName = Annotated[
    str,
    Field(min_length=1, max_length=100, pattern=ONE_LINE, description=LETTER_NEEDED),
    _LETTER,
]
Name200 = Annotated[
    str,
    Field(min_length=1, max_length=200, pattern=ONE_LINE, description=LETTER_NEEDED),
    _LETTER,
]
LocationName = Annotated[
    str,
    Field(min_length=1, max_length=300, pattern=ONE_LINE, description=LETTER_NEEDED),
    _LETTER,
]
