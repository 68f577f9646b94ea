"""Reads the data files of the demo: TOML for records and phrases, Markdown for articles."""

import functools
import tomllib
from collections.abc import Callable, Mapping
from datetime import date, datetime, timedelta
from importlib import resources
from typing import Any

Record = dict[str, Any]

_FENCE = "---\n"
_FIELDS = {"title", "author", "tags", "excerpt", "seo title", "seo description"}
_DATES = {"days ago", "days ahead"}
"""A published or scheduled article has one of these, a draft none."""
_RELATIVE: Mapping[str, Callable[[date, int], int | str]] = {
    "years_ago": lambda today, years: today.year - years,
    "year_text": lambda today, years: str(today.year - years),
    "date_in_days": lambda today, days: (today + timedelta(days=days)).isoformat(),
    # School years end in May.
    "school_year": lambda today, years: today.year + years - (today.month < 6),
}
"""Values relative to today, such as `{ years_ago = 3 }`."""


@functools.cache
def read(name: str) -> Record:
    """Return the content of `<name>.toml`. The result is cached: callers must not change it."""
    return tomllib.loads(resources.files(__package__).joinpath(f"{name}.toml").read_text("utf-8"))


def load(name: str, now: datetime) -> Record:
    """Return a copy of `<name>.toml` with dates relative to `now`."""
    content: Record = resolve(read(name), now.date())
    return content


def resolve(value: Any, today: date) -> Any:
    """Return a copy of a value from a data file with dates relative to `today`.

    TOML has no null: the member `null` of a record lists the names of its null members.
    """
    if isinstance(value, list):
        return [resolve(item, today) for item in value]
    if not isinstance(value, dict):
        return value
    if len(value) == 1 and value.keys() <= _RELATIVE.keys():
        ((kind, number),) = value.items()
        return _RELATIVE[kind](today, number)
    resolved = {key: resolve(item, today) for key, item in value.items() if key != "null"}
    return {**dict.fromkeys(value.get("null", ())), **resolved}


def articles() -> list[Record]:
    """Return the articles in `articles/`, ordered by slug."""
    folder = resources.files(__package__).joinpath("articles")
    files = sorted(folder.iterdir(), key=lambda file: file.name)
    return [article(file.name.removesuffix(".md"), file.read_text("utf-8")) for file in files]


def article(slug: str, text: str) -> Record:
    """Return the slug, body and header fields of an article. Raises ValueError."""
    _, header, body = text.split(_FENCE, 2)
    fields = dict(line.split(": ", 1) for line in header.splitlines())
    invalid = (fields.keys() - _DATES) ^ _FIELDS
    if invalid:
        raise ValueError(
            f"Article {slug}: wrong or missing header fields: {', '.join(sorted(invalid))}."
        )
    return {**fields, "slug": slug, "body": body.strip() + "\n"}
