"""Reads the data files of the demo world: TOML for records and words, Markdown for articles."""

import functools
import tomllib
from collections.abc import Callable, Mapping
from datetime import date, datetime, timedelta
from importlib import resources
from typing import Any

Record = dict[str, Any]

_FENCE = "---\n"
_FACTS = {"title", "author", "tags", "excerpt", "seo title", "seo description"}
_DATES = {"days ago", "days ahead"}
"""Of these an article has one, or none if it is a draft."""
_RELATIVE: Mapping[str, Callable[[date, int], int | str]] = {
    "years_ago": lambda today, years: today.year - years,
    "year_text": lambda today, years: str(today.year - years),
    "date_in_days": lambda today, days: (today + timedelta(days=days)).isoformat(),
    # School years end in May.
    "school_year": lambda today, years: today.year + years - (today.month < 6),
}
"""Values that depend on today, such as `{ years_ago = 3 }`."""


@functools.cache
def read(name: str) -> Record:
    """Return the content of `<name>.toml`, which callers must not change."""
    return tomllib.loads(resources.files(__package__).joinpath(f"{name}.toml").read_text("utf-8"))


def load(name: str, now: datetime) -> Record:
    """Return a copy of the content of `<name>.toml`, with its dates relative to `now`."""
    content: Record = resolve(read(name), now.date())
    return content


def resolve(value: Any, today: date) -> Any:
    """Return a copy of a value from a data file, with its dates relative to `today`.

    The member `null` of a record lists its members that are null, for which TOML has no value.
    """
    if isinstance(value, list):
        return [resolve(item, today) for item in value]
    if not isinstance(value, dict):
        return value
    if len(value) == 1 and value.keys() <= _RELATIVE.keys():
        ((kind, number),) = value.items()
        return _RELATIVE[kind](today, number)
    given = {key: resolve(item, today) for key, item in value.items() if key != "null"}
    return {**dict.fromkeys(value.get("null", ())), **given}


def articles() -> list[Record]:
    """Return the articles of `articles/`, by slug."""
    folder = resources.files(__package__).joinpath("articles")
    files = sorted(folder.iterdir(), key=lambda file: file.name)
    return [article(file.name.removesuffix(".md"), file.read_text("utf-8")) for file in files]


def article(slug: str, text: str) -> Record:
    """Return the slug and body of an article with the facts in its head. Raises ValueError."""
    _, head, body = text.split(_FENCE, 2)
    facts = dict(line.split(": ", 1) for line in head.splitlines())
    wrong = (facts.keys() - _DATES) ^ _FACTS
    if wrong:
        raise ValueError(
            f"Article {slug}: mend these facts in its head: {', '.join(sorted(wrong))}."
        )
    return {**facts, "slug": slug, "body": body.strip() + "\n"}
