"""Search people and content."""

from collections.abc import Sequence

from bridgework.areas.back_office.administration.search import queries, schemas
from bridgework.context import Context
from bridgework.kit.text import normalize, search_words, tokenize

_LIMIT = 20
_MAX_WORDS = 10


def search(context: Context, text: str) -> schemas.SearchResults:
    """Return the best results of all kinds."""
    words = search_words(text)[:_MAX_WORDS]
    tokens = tokenize(text)[:_MAX_WORDS]
    if not tokens:
        return schemas.SearchResults(items=[])
    with context.read_transaction() as tx:
        found = [
            queries.list_users(tx, text, _LIMIT),
            queries.list_roles(tx, tokens, _LIMIT),
            queries.list_jobs(tx, tokens, _LIMIT, context.now),
            queries.list_events(tx, words, _LIMIT, context.now),
            queries.list_articles(tx, words, _LIMIT),
            queries.list_vendors(tx, tokens, _LIMIT),
        ]
    return schemas.SearchResults(items=_rank(found, words)[:_LIMIT])


def _rank(
    found: Sequence[Sequence[schemas.SearchResult]], words: Sequence[str]
) -> list[schemas.SearchResult]:
    """Return the results of all kinds, best first. Equally good ones alternate between the kinds.

    `found` are the results of each kind, best first.
    """
    ranked = [
        (_distance(result, words), position, kind, result)
        for kind, results in enumerate(found)
        for position, result in enumerate(results)
    ]
    return [result for *_, result in sorted(ranked, key=lambda entry: entry[:3])]


def _distance(result: schemas.SearchResult, words: Sequence[str]) -> int:
    """Return how far a result is from the words: 0 for equal texts, 3 for words in other texts."""
    text = " ".join(words)
    title, subtitle = normalize(result.title), normalize(result.subtitle or "")
    if text in {title, subtitle}:
        return 0
    if title.startswith(text):
        return 1
    both = f" {title} {subtitle}"
    return 2 if all(f" {word}" in both for word in words) else 3
