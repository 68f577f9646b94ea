"""One request and what must come of it: the rows that tables of scenarios are made of."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tests.world import Person, Response, World

PRESENT = object()
"""Stands in `tells` for a value that has to be there, whatever it is, and not null."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """A row: who asks, what for, and what they are told.

    `who` names a member of the table's own cast. `tells` are members of the answer by their path,
    as in `data.user.email`. A refusal tells nothing but what the row says.
    """

    says: str
    who: str
    ask: str
    body: object = None
    status: int = 200
    tells: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.says

    def play(self, world: World, person: Person) -> Response:
        """Have `person` ask; fails the test unless the answer is as the row says."""
        method, path = self.ask.split(" ")
        response = world.send(method, path, self.body, as_=person).must(self.status)
        told = {at: _found(response.json, at) for at in self.tells}
        expected = {
            at: told[at] if value is PRESENT and told[at] is not None else value
            for at, value in self.tells.items()
        }
        assert told == expected, response.request
        if self.status >= 400:
            assert set(response.json) == set(self.tells), response.request
        return response


def _found(body: object, at: str) -> object:
    for step in at.split("."):
        assert isinstance(body, dict), f"{at}: {body!r} has no members"
        assert step in body, f"{at}: only {sorted(body)} are there"
        body = body[step]
    return body
