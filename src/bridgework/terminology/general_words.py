"""Words that are not specific to dentistry: stop words, topics, and the singular of words.

    is_stop_word("trusts")                       # True
    is_topic("scheduling")                       # True
    singular("protocols") == singular("protocol")
    stem("teaching") == stem("teaches")

The functions take words as `tokenize` returns them.
"""

import functools

from bridgework.terminology import data

_MIN_PLURAL_LENGTH = 4
_MIN_STEM_LENGTH = 4
_NOT_DOUBLED = frozenset("lsz")
"""Letters that end a stem twice: billing is from bill, and planning from plan."""
_STOP_WORDS = frozenset(
    word for text in data.general_words()["stop_words"].values() for word in text.split()
)
_IRREGULAR = data.general_words()["irregular_plurals"]


def is_stop_word(word: str) -> bool:
    """Whether a normalized word states nothing about a need."""
    return word in _STOP_WORDS or singular(word) in _STOP_WORDS


def is_topic(word: str) -> bool:
    """Whether a normalized word that is no term of dentistry states what a need is about."""
    return stem(word) in _topics()


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


def stem(word: str) -> str:
    """A key that is the same for the forms of a verb or a noun in -ing, -ed, -s and -e."""
    key = singular(word)
    for ending in ("ing", "ed"):
        root = key.removesuffix(ending)
        if root != key and len(root) >= _MIN_STEM_LENGTH and root[-1] != "e":
            is_doubled = root[-1] == root[-2] and root[-1] not in _NOT_DOUBLED
            key = root[:-1] if is_doubled else root
            break
    return key[:-1] if len(key) > _MIN_STEM_LENGTH and key.endswith("e") else key


@functools.cache
def _topics() -> frozenset[str]:
    return frozenset(
        stem(word) for text in data.general_words()["topics"].values() for word in text.split()
    )
