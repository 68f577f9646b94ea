"""Words as a search sees them: one function for both databases, so that they find the same.

The engines only store and rank what comes out of here.
"""

import functools
import re
import unicodedata
from collections.abc import Callable
from typing import TypeVar

_NOT_A_WORD = re.compile(r"[^\w]|_")
# The same of the letters and signs that most texts have no others of, and five times as fast.
_NOT_A_LETTER = {code: " " for code in range(128) if not chr(code).isalnum()}
_SHORT = 100
"""Characters: what is said again and again has no more."""
_LONGEST_KEY = 200
_LONGEST_WORD = 64
# Letters that Unicode does not take apart, though people type them without the stroke.
_STROKES = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"}
)

Told = TypeVar("Told")


def for_short_texts(most: int) -> Callable[[Callable[[str], Told]], Callable[[str], Told]]:
    """Have what comes of up to `most` short texts be remembered.

    Names, places and skills are said again and again; what is long is hardly ever said twice, and
    would fill the memory.
    """

    def remembering(make: Callable[[str], Told]) -> Callable[[str], Told]:
        kept = functools.lru_cache(most)(make)

        @functools.wraps(make)
        def made(text: str) -> Told:
            return kept(text) if len(text) <= _SHORT else make(text)

        return made

    return remembering


@for_short_texts(65_536)
def normalize(text: str) -> str:
    """`text` without case, accents and doubled blanks: two spellings of one thing are equal."""
    plain = text.casefold()
    if not plain.isascii():
        # Taken apart before the case is folded, since some signs hide capitals: ™ is TM.
        plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
        plain = "".join(char for char in plain if not unicodedata.combining(char))
        plain = plain.translate(_STROKES)
    return " ".join(plain.split())


def sort_key(text: str) -> str:
    """What `text` is looked up and sorted by: folded, and of a long one only the beginning.

    Some members of a profile have no limit, but an index entry of PostgreSQL has one.
    """
    return normalize(text)[:_LONGEST_KEY]


def tokenize(text: str) -> list[str]:
    """The folded words of `text`: runs of letters and digits, in order, long ones cut short.

    PostgreSQL's text search has room for 2,046 bytes a word, and damages what is longer.
    """
    said = normalize(text)
    parted = said.translate(_NOT_A_LETTER) if said.isascii() else _NOT_A_WORD.sub(" ", said)
    return [word[:_LONGEST_WORD] for word in parted.split()]
