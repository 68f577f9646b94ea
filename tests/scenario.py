"""Scenarios: table rows with a request and its expected response."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tests.world import Person, Response, World

PRESENT = object()
"""In `expected`: any value except null."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """A row: the caller, the request and the expected response.

    `who` names a member of the table's cast. `expected` has members of the response by path,
    as in `data.user.email`. An error response must have no other members.
    """

    says: str
    who: str
    ask: str
    body: object = None
    status: int = 200
    expected: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.says

    def play(self, world: World, person: Person) -> Response:
        """Send the request as `person`; fails unless the response is as expected."""
        method, path = self.ask.split(" ")
        response = world.send(method, path, self.body, as_=person).must(self.status)
        actual = {at: _value_at(response.json, at) for at in self.expected}
        expected = {
            at: actual[at] if value is PRESENT and actual[at] is not None else value
            for at, value in self.expected.items()
        }
        assert actual == expected, response.request
        if self.status >= 400:
            assert set(response.json) == set(self.expected), response.request
        return response


def _value_at(body: object, at: str) -> object:
    for step in at.split("."):
        assert isinstance(body, dict), f"{at}: {body!r} has no members"
        assert step in body, f"{at}: only {sorted(body)} exist"
        body = body[step]
    return body
