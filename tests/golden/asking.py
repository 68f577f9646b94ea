"""A thousand random queries per list, and their results as short lines.

A line has the total or whether there are more results, the row numbers, and a digest of the items.
"""

import hashlib
import itertools
import json
import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any
from urllib.parse import urlencode

from tests.golden import words
from tests.golden.worlds import Golden
from tests.world import ANONYMOUS, Response

QUERIES = 1000
_OF_CALLER = frozenset({"allowedActions", "applicationCounts", "myApplication", "owner"})
"""Members that have tests of their own and do not decide what a list finds."""
_PAGES = 3
"""The number of pages read of a list with cursors."""
_DIGITS = 8

Query = tuple[str, str, dict[str, str]]
"""The caller ("partner" uses an API key), the list and the parameters."""


def queries(name: str) -> Iterator[Query]:
    """Yield the queries of a list, always the same ones."""
    draw = random.Random(f"queries of {name}")  # noqa: S311
    return (_DRAWN[name](draw) for _ in range(QUERIES))


def results(golden: Golden, query: Query) -> Iterator[str]:
    """Yield the lines for the result of a query: one, or one per page."""
    reader, path, parameters = query
    body = dict(parameters)
    for _ in range(_PAGES):
        how: dict[str, Any] = {"as_": golden.readers.get(reader, ANONYMOUS), "checked": False}
        if reader == "partner":
            how["headers"] = golden.partner
        response = golden.world.get(f"{path}?{urlencode(body)}", **how).must(200)
        yield _summary(golden, response)
        cursor = response.data.get("nextCursor") if isinstance(response.data, dict) else None
        if cursor is None:
            return
        body["cursor"] = cursor


def _summary(golden: Golden, response: Response) -> str:
    data = response.data
    if isinstance(data, list):
        items, count = data, response.headers["x-total-count"]
    else:
        items = data.get("items", data.get("@graph"))
        count = str(data["total"]) if "total" in data else "+" if data["hasMore"] else "."
    named = _named(golden.names, items)
    digest_input = json.dumps(named, sort_keys=True, ensure_ascii=False).encode()
    rows = ",".join(str(_row(item)) for item in named)
    return f"{count} {rows} {hashlib.sha256(digest_input).hexdigest()[:_DIGITS]}"


def _row(item: Mapping[str, Any]) -> object:
    if "identifier" in item:
        return item["identifier"]["value"]
    return item["userId"] if "kind" in item else item["id"]


def _named(names: Mapping[str, str], value: Any) -> Any:
    """Replace ids by names, and leave out what depends on the caller alone."""
    if isinstance(value, dict):
        return {key: _named(names, one) for key, one in value.items() if key not in _OF_CALLER}
    if isinstance(value, list):
        return [_named(names, one) for one in value]
    return names.get(value, value) if isinstance(value, str) else value


def _choose(draw: random.Random, filters: Mapping[str, Callable[[], str]]) -> dict[str, str]:
    """Choose up to four filters with values, more often few than many."""
    count = min(len(filters), draw.choice((0, 1, 1, 2, 2, 3, 4)))
    return {name: filters[name]() for name in draw.sample(sorted(filters), count)}


def _paged(draw: random.Random) -> dict[str, str]:
    return {
        "page": str(draw.choice((1, 1, 1, 2, 3, 9))),
        "limit": str(draw.choice((1, 3, 7, 20))),
    }


def _limited(draw: random.Random) -> dict[str, str]:
    return {"limit": str(draw.choice((1, 2, 5, 9)))}


def _several(draw: random.Random, choices: tuple[str, ...]) -> str:
    return ",".join(
        one.upper() if draw.random() < 0.2 else one
        for one in draw.sample(choices, 2)[draw.randint(0, 1) :]
    )


def _expert_query(draw: random.Random) -> Query:
    filters = {
        "search": lambda: words.search(
            draw, words.TITLES, words.SENTENCES, words.TAGS, words.LAST_NAMES, words.FIRST_NAMES
        ),
        "location": lambda: words.place(draw),
        "skills": lambda: _several(draw, words.SKILLS),
        "tags": lambda: _several(draw, words.TAGS),
        "availability": lambda: _several(draw, ("Immediately", "Within 30 days", "Weekends")),
        "engagementType": lambda: _several(draw, ("Advisory", "Full-time", "Fractional")),
        "sortBy": lambda: draw.choice(
            ("relevance", "newest", "name", "experience", "recently_active")
        ),
    }
    return "", "/experts", {**_choose(draw, filters), **_paged(draw)}


def _job_query(draw: random.Random) -> Query:
    path = draw.choices(("/jobs", "/admin/jobs", "/jobs/mine", "/jobs/feed.json"), (14, 4, 1, 1))[0]
    statuses = ("pending", "approved", "rejected", "closed", "expired")

    def searched() -> str:
        return words.search(draw, words.TITLES, words.SENTENCES, words.COMPANIES)

    if path == "/admin/jobs":
        selection = _choose(draw, {"search": searched, "status": lambda: draw.choice(statuses)})
        return "root", path, {**selection, **_paged(draw)}
    if path == "/jobs/mine":
        selection = _choose(draw, {"status": lambda: draw.choice(statuses)})
        return "carla", path, {**selection, **_limited(draw)}
    if path == "/jobs/feed.json":
        return "partner", path, _limited(draw)
    filters = {
        "search": searched,
        "location": lambda: words.place(draw),
        "specialty": lambda: draw.choice(("endodontics", "orthodontics", "oral-medicine")),
        "roleType": lambda: draw.choice(("general", "specialist")),
        "employmentType": lambda: draw.choice(("full-time", "part-time", "per-diem")),
        "workerClassification": lambda: draw.choice(("1099", "w2")),
        "yearsOfExperience": lambda: draw.choice(("0-2", "3-5", "5-plus")),
        "minComp": lambda: draw.choice(
            ("0", "0.1", "80000", "90000", "149999.99", "150000", "150000.5", "1e6", "10000000")
        ),
        "openToMentoring": lambda: draw.choice(("true", "false")),
        "sortBy": lambda: draw.choice(("newest", "relevance", "compensation")),
    }
    reader = draw.choice(("cyrus", "cyrus", "carla", "dora", "eli", "root", "partner"))
    return reader, path, {**_choose(draw, filters), **_limited(draw)}


def _role_query(draw: random.Random) -> Query:
    path = draw.choices(("/roles", "/admin/roles", "/roles/mine"), (7, 2, 1))[0]
    statuses = ("pending", "active", "filled", "closed")
    filters = {
        "search": lambda: words.search(
            draw, words.TITLES, words.SENTENCES, words.TAGS, words.COMPANIES
        ),
        "status": lambda: draw.choice(statuses),
    }
    if path == "/admin/roles":
        return "root", path, {**_choose(draw, filters), **_paged(draw)}
    if path == "/roles/mine":
        del filters["search"]
        return draw.choice(("ben", "carl")), path, {**_choose(draw, filters), **_limited(draw)}
    del filters["status"]
    filters |= {
        "location": lambda: words.place(draw),
        "tags": lambda: _several(draw, words.TAGS),
        "healthcareVertical": lambda: draw.choice((*words.VERTICALS, "dental", "medical")),
    }
    reader = draw.choice(("ada", "ben", "carl", "root"))
    return reader, path, {**_choose(draw, filters), **_limited(draw)}


def _vendor_query(draw: random.Random) -> Query:
    filters = {
        "kind": lambda: draw.choice(("vendor", "ambassador")),
        "search": lambda: words.search(
            draw, words.SENTENCES, words.COMPANIES, words.CATEGORIES, words.LAST_NAMES
        ),
        "categories": lambda: _several(draw, words.CATEGORIES),
        "subcategories": lambda: _several(draw, words.SUBCATEGORIES),
    }
    reader = draw.choice(("ada", "root", "partner"))
    return reader, "/vendors/directory", {**_choose(draw, filters), **_paged(draw)}


_DRAWN: Mapping[str, Callable[[random.Random], Query]] = {
    "experts": _expert_query,
    "jobs": _job_query,
    "roles": _role_query,
    "vendors": _vendor_query,
}


def recorded(golden: Golden, name: str) -> list[str]:
    """Return a line per result, prefixed with the number of its query."""
    return [
        f"{number} {line}"
        for number, query in zip(itertools.count(), queries(name), strict=False)
        for line in results(golden, query)
    ]
