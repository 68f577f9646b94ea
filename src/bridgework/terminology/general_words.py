"""Words that are not specific to dentistry: stop words, and the singular of words.

    is_stop_word("trusts")                       # True
    singular("protocols") == singular("protocol")

Both functions take words as `tokenize` returns them.
"""

from bridgework.terminology import data

_MIN_PLURAL_LENGTH = 4
_STOP_WORDS = frozenset(
    word for text in data.general_words()["stop_words"].values() for word in text.split()
)
_IRREGULAR = data.general_words()["irregular_plurals"]


def is_stop_word(word: str) -> bool:
    """Whether a normalized word states nothing about a need."""
    return word in _STOP_WORDS or singular(word) in _STOP_WORDS


def singular(word: str) -> str:
    """A key that is the same for the singular and the plural of a normalized word."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) >= _MIN_PLURAL_LENGTH and word.endswith("s"):
        if word.endswith("ies"):
            return word[:-3] + "y"
        if not word.endswith(("ss", "us", "is")):
            word = word[:-1]
    # One key for "approach" and "approaches", and for "toothache" and "toothaches".
    return word[:-1] if word.endswith(("che", "she", "sse", "xe")) else word
