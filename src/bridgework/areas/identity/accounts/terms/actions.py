"""Write the terms of accounts, and search accounts by them."""

from collections.abc import Iterable, Sequence, Set

from bridgework.areas.identity.accounts.tables import ACCOUNTS
from bridgework.areas.identity.accounts.terms import queries
from bridgework.kit.core import Id
from bridgework.kit.data.db import Tx, cache_versions
from bridgework.kit.text import normalize, tokenize

NAMES, PROFILE = "names", "profile"
_SHORTEST_PHONE = 7
_LONGEST = 64
_LONGEST_TEXT = 200


def of_texts(texts: Iterable[str]) -> Set[str]:
    """Return the terms of texts: their words."""
    return {word for text in texts for word in tokenize(text)}


def of_business(*texts: str | None) -> Set[str]:
    """Return the terms of members of the profile of a business, shortened."""
    return of_texts((text or "")[:_LONGEST_TEXT] for text in texts)


def of_names(email: str, *names: str) -> Set[str]:
    """Return the terms of an account: the address, its words and those of the names."""
    address = normalize(email)[:_LONGEST]
    return of_texts([email, *names]) | ({address} - {""})


def of_phone(country_code: str, number: str) -> Set[str]:
    """Return the terms of a telephone number: with and without country and area, and its end."""
    digits, national = _compact(country_code + number), _compact(number)
    local = national.lstrip("0")
    return {digits, national, local, _compact(country_code) + local, local[-7:], local[-4:]} - {""}


def of_license(number: str) -> Set[str]:
    """Return the terms of the number of a license: its words, and all of it as one word."""
    compact = _compact(number)
    digits = compact.lstrip("abcdefghijklmnopqrstuvwxyz")
    return {*tokenize(number), compact, digits} - {""}


def put(tx: Tx, account_id: Id, source: str, terms: Set[str]) -> None:
    """Set the terms of a source, which nothing else writes until the transaction ends."""
    before = queries.list_terms(tx, account_id, source)
    if before == terms:
        return
    queries.delete(tx, account_id, source, before - terms)
    queries.add(tx, ((term, account_id, source) for term in sorted(terms - before)))
    cache_versions.bump_at_commit(tx, ACCOUNTS)


def add_many(tx: Tx, source: str, found: Iterable[tuple[Id, Set[str]]]) -> None:
    """Add the terms of a source of accounts that had none of it."""
    queries.add(tx, ((term, owner, source) for owner, terms in found for term in sorted(terms)))


def starts_of(text: str) -> Sequence[str]:
    """Return what the terms of an account must begin with to match a search for the text.

    A telephone number is one start, and so is an e-mail address.
    """
    digits = _compact(text)
    if len(digits) >= _SHORTEST_PHONE and digits.isdecimal():
        return [digits]
    starts: list[str] = []
    for word in normalize(text).split():
        local, at, _ = word.strip("<>()[],;:").rpartition("@")
        starts += [word.strip("<>()[],;:")[:_LONGEST]] if local and at else tokenize(word)
    return list(dict.fromkeys(starts))


def conditions(tx: Tx, text: str) -> queries.Conditions:
    """Return the conditions of accounts that match a search for the text; none without a text."""
    return queries.has_all(tx, starts_of(text)) if normalize(text) else ()


def _compact(text: str) -> str:
    return "".join(tokenize(text))[:_LONGEST]
