"""Normalization and tokenization of text for search.

Both databases store and rank the results of these functions, so they find the same documents.
"""

import functools
import re
import unicodedata
from collections.abc import Callable
from typing import TypeVar

_NOT_A_WORD = re.compile(r"[^\w]|_")
# The same for ASCII text, five times as fast.
_ASCII_SEPARATORS = {code: " " for code in range(128) if not chr(code).isalnum()}
# Apostrophes are written in many ways and left out in many more: O'Kade, O’Kade, OKade.
_APOSTROPHES = "'`\u00b4\u02b9\u02bb\u02bc\u2018\u2019\u201b\u2032\uff07"
_HYPHENS = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d"
# Soft hyphens, joiners and marks of direction: they are invisible, and copied texts contain them.
INVISIBLE = "\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff"
"""Characters that make no difference in any search."""
_ASCII_APOSTROPHES = str.maketrans("", "", "'`")
_IGNORED = _APOSTROPHES + INVISIBLE
_PUNCTUATION = str.maketrans(dict.fromkeys(_IGNORED, "") | dict.fromkeys(_HYPHENS, "-"))
# Runs of characters that `tokenize` normalizes independently of their surroundings.
_PIECE = re.compile(rf"(?:[^\x00-/:-@\[-`{{-\x7f\s\u2000-\u206f]|[{re.escape(_IGNORED)}])+")
_HAS_APOSTROPHE = re.compile("['`]").search
_MAX_CACHED_LENGTH = 100
"""Characters of a text whose result is cached."""
_SENTENCE_ENDS = re.compile(r"(?<=[.!?])(?<!\b[SFM]t\.)\s+|\n+")
_MAX_KEY_LENGTH = 200
_MAX_WORD_LENGTH = 64
# Letters that Unicode does not decompose, although people type them without the stroke.
_STROKES = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"}
)

Result = TypeVar("Result")
LocatedWord = tuple[str, int, int]
"""A normalized word, and the start and the end of what was written for it."""


def cache_short_texts(
    max_size: int,
) -> Callable[[Callable[[str], Result]], Callable[[str], Result]]:
    """Decorate a function to cache its results for texts of up to 100 characters.

    Names, places and skills recur often. Long texts hardly ever recur, and would fill the memory.
    """

    def decorate(function: Callable[[str], Result]) -> Callable[[str], Result]:
        cached = functools.lru_cache(max_size)(function)

        @functools.wraps(function)
        def wrapper(text: str) -> Result:
            return cached(text) if len(text) <= _MAX_CACHED_LENGTH else function(text)

        return wrapper

    return decorate


def sentences(text: str) -> list[str]:
    """Split a text into its sentences and lines. "St. Louis" ends no sentence."""
    return _SENTENCE_ENDS.split(text)


@cache_short_texts(65_536)
def normalize(text: str) -> str:
    """`text` in lower case, with single spaces between words, without accents and apostrophes.

    All hyphens and dashes are `-`, and invisible characters are removed.
    """
    plain = text.casefold()
    if plain.isascii():
        plain = plain.translate(_ASCII_APOSTROPHES)
    else:
        text = text.translate(_PUNCTUATION)
        # Decomposed before case folding as well, since some characters contain capitals: ™ is TM.
        plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
        plain = "".join(char for char in plain if not unicodedata.combining(char))
        plain = plain.translate(_STROKES).translate(_PUNCTUATION)
    return " ".join(plain.split())


def sort_key(text: str) -> str:
    """The key for sorting and looking up `text`: normalized and truncated to 200 characters.

    Some members of a profile have no length limit, but an index entry of PostgreSQL has one.
    """
    return normalize(text)[:_MAX_KEY_LENGTH]


def search_words(text: str) -> list[str]:
    """The words that a normalized text must contain to match the search for `text`."""
    return normalize(text).replace("-", " ").split()


def tokenize(text: str) -> list[str]:
    """The normalized words of `text` in order: runs of letters and digits, up to 64 characters.

    PostgreSQL's text search corrupts words of more than 2,046 bytes.
    """
    plain = normalize(text)
    if plain.isascii():
        separated = plain.translate(_ASCII_SEPARATORS)
    else:
        separated = _NOT_A_WORD.sub(" ", plain)
    return [word[:_MAX_WORD_LENGTH] for word in separated.split()]


def locate_words(text: str) -> list[LocatedWord]:
    """The words of `tokenize(text)`, each with its position in `text`."""
    pieces = [piece.span() for piece in _PIECE.finditer(text)]
    if text.isascii() and not _HAS_APOSTROPHE(text):  # The same, three times as fast.
        words = tokenize(text)
        return [(word, *piece) for word, piece in zip(words, pieces, strict=True)]
    return [(word, start, stop) for start, stop in pieces for word in tokenize(text[start:stop])]


def full_name(first: str | None, last: str | None) -> str | None:
    """Return the name of a person, as far as it is stated; None without any."""
    return " ".join(filter(None, (first, last))) or None
