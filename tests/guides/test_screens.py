"""No screen of a front end needs more than three requests.

The table in docs/guides/screens.md has the requests of each screen and the size of the responses.
They are made against the demo world, as the person of the row. A failure says what was measured.
"""

import re
from collections import Counter
from pathlib import Path

import httpx2
import pytest

from bridgework.demo import people
from tests.architecture.sources import ROOT
from tests.process import ServerProcess

GUIDE = ROOT / "docs" / "guides" / "screens.md"
MOST_REQUESTS = 3
REQUESTS_A_MINUTE = 60
_ROW = re.compile(r"^\| ([^|]+) \| (\w+) \| ((?:`[^`]+`(?:, )?)+) \| ([\d.]+) \|$", re.MULTILINE)
_CALLERS = {
    "everybody": None,
    "expert": people.ADA,
    "client": people.BEN,
    "clinic": people.CARLA,
    "candidate": people.CYRUS,
    "vendor": people.VERA,
    "ambassador": people.OMAR,
}
_TOLERANCE = 1.5
_ALLOWANCE = 2.0
"""The demo world depends on the day, and the examples of other guides add some kilobytes to it."""

Row = tuple[str, str, list[str], float]


def rows() -> list[Row]:
    found = _ROW.findall(GUIDE.read_text(encoding="utf-8"))
    return [
        (screen, who, re.findall(r"`([^`]+)`", requests), float(kilobytes))
        for screen, who, requests, kilobytes in found
    ]


class Reader:
    """Somebody who opens screens. IDs in paths are those of the first record of their list."""

    def __init__(self, http: httpx2.Client, email: str | None) -> None:
        self._http, self._headers = http, {}
        if email is not None:
            sent = {"email": email, "password": people.PASSWORD}
            answer = http.post("/auth/login", json=sent).raise_for_status()
            self._headers = {"authorization": f"Bearer {answer.json()['data']['token']}"}

    def get(self, path: str) -> httpx2.Response:
        listed, braces, rest = path.partition("/{")
        if braces:
            member, _, rest = rest.partition("}")
            found = self._http.get(_LISTS.get(listed, listed), headers=self._headers).json()["data"]
            items = found if isinstance(found, list) else found["items"]
            path = f"{listed}/{items[0][member]}{rest}"
        return self._http.get(path, headers=self._headers)


_LISTS = {
    "/jobs": "/jobs/mine",
    "/roles": "/roles/mine",
}


@pytest.mark.parametrize("row", rows(), ids=lambda row: f"{row[1]}: {row[0]}")
def test_a_screen_needs_three_requests_at_most(row: Row, demo: tuple[ServerProcess, Path]) -> None:
    screen, who, paths, kilobytes = row
    server, _ = demo
    assert len(paths) <= MOST_REQUESTS
    with httpx2.Client(base_url=server.url, timeout=30) as http:
        reader = Reader(http, _CALLERS[who])
        size = 0
        for path in paths:
            response = reader.get(path)
            assert response.status_code == 200, (path, response.text)
            size += len(response.content)
    measured = size / 1024
    bounds = kilobytes / _TOLERANCE - _ALLOWANCE, kilobytes * _TOLERANCE + _ALLOWANCE
    assert bounds[0] <= measured <= bounds[1], f"{screen}: measured {measured:.1f} KB"


def test_the_table_has_each_kind_of_member() -> None:
    assert {who for _, who, _, _ in rows()} == set(_CALLERS)


def test_the_screens_of_a_member_fit_into_the_requests_of_a_minute() -> None:
    requests: Counter[str] = Counter()
    for _, who, paths, _ in rows():
        requests[who] += len(paths)
    assert max(requests.values()) < REQUESTS_A_MINUTE
