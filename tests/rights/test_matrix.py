"""Every cell of `matrix.txt` is tested.

A failure shows the operation, the caller, the expected outcome and the actual one.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from bridgework import routes
from bridgework.kit.core import new_id
from bridgework.kit.security.rate_limit import Rule
from bridgework.settings import Settings
from tests import world as worlds
from tests.rights import matrix, of_accounts, of_content, of_work
from tests.rights.matrix import Row
from tests.rights.requests import Request, RequestParts, without_body
from tests.rights.stage import Caller, Stage
from tests.world import Person, Response, World

ALL_ROWS = matrix.rows()
WITH_PUBLIC_JOBS = [row for row in ALL_ROWS if row.has_public_jobs]
ROWS = [row for row in ALL_ROWS if not row.has_public_jobs]
OPERATIONS = {operation.operation_id: operation for operation in routes.operations()}
WITHOUT_INPUT = {
    row.name: without_body()
    for row in ROWS
    if not (OPERATIONS[row.operation_id].parameters or OPERATIONS[row.operation_id].body)
}
"""Operations without a body and without path parameters need no entry of their own."""
DECLARED: Mapping[str, Request] = {
    **of_accounts.REQUESTS,
    **of_content.REQUESTS,
    **of_work.REQUESTS,
}


def reads_of_known_records() -> Mapping[str, Request]:
    """Return the requests of reads without an entry, from another operation on the same path."""
    known = {OPERATIONS[name].path: DECLARED[name] for name in DECLARED if name in OPERATIONS}
    return {
        name: without_its_body(known[operation.path])
        for name, operation in OPERATIONS.items()
        if operation.method == "GET" and name not in DECLARED and operation.path in known
    }


def without_its_body(request: Request) -> Request:
    def build(stage: Stage, person: Person) -> RequestParts:
        return replace(request.build(stage, person), body=None)

    return replace(request, build=build)


REQUESTS: Mapping[str, Request] = {**reads_of_known_records(), **WITHOUT_INPUT, **DECLARED}
PARTS = 6
"""The rows are tested in parts, which run in parallel."""
DECIDED_BY_QUERIES = ("owner", "other", "admin", "expert", "clinic", "key")
"""Callers whose permissions depend on queries, and not only on their kind."""


@pytest.fixture
def settings(tmp_path: Path, database_url: str) -> Settings:
    """A server with a rate limit of thousands of requests per minute."""
    many: dict[str, object] = {
        "rate_limit": Rule("default", 1_000_000, 60),
        "admin_rate_limit": Rule("admin", 1_000_000, 60),
        "site": True,
    }
    return worlds.settings(tmp_path, database_url=database_url, **many)


class RowCheck:
    """Tests one row with all its callers."""

    def __init__(self, stage: Stage, row: Row) -> None:
        self.stage, self.row = stage, row
        self.operation = OPERATIONS[row.operation_id]
        self.request = REQUESTS[row.name]
        self._shared: RequestParts | None = None

    def mismatches(self, columns: Sequence[str]) -> Iterator[str]:
        """Yield a line for each cell with an unexpected outcome."""
        for column, expected in self.row.outcomes():
            if column in columns:
                outcome = self.outcome(column, expected)
                if outcome != expected:
                    yield f"{self.row.name}, {column}: expected {expected}, got {outcome}"

    def outcome(self, column: str, expected: str) -> str:
        """Return the outcome as in the table, or the actual response."""
        name = {"owner": self.request.owner, "other": self.request.other}.get(column, column)
        caller = self.stage.caller(name, self.operation.who.scope)
        parts = self._sent(caller, expected)
        response = self._send(caller, parts)
        if self.request.ends and expected == "ok":
            self.stage.sign_in_again(name)
        if expected == "ok" and response.status == self.operation.status:
            return expected
        if str(response.status) != expected:
            return f"{response.status} {response.body[:300].decode(errors='replace')}"
        return (
            expected
            if self._reveals_nothing(caller, parts, response)
            else "a refusal that reveals the record"
        )

    def _sent(self, caller: Caller, expected: str) -> RequestParts:
        if expected == "ok":
            return self.request.build(self.stage, caller.person)
        if self._shared is None:
            self._shared = self.request.build(self.stage, caller.person)
        return self._shared

    def _send(self, caller: Caller, sent: RequestParts) -> Response:
        person = caller.person
        if self.request.address is not None:
            person = replace(person, address=self.request.address)
        path = self.operation.path
        for parameter in self.operation.parameters:
            value = sent.kind if parameter.values and sent.kind else sent.at
            path = path.replace(f"{{{parameter.name}}}", value)
        path += f"?{sent.query}" if sent.query else ""
        headers = {**caller.headers, **sent.headers}
        method = self.operation.method
        return self.stage.world.send(method, path, sent.body, as_=person, headers=headers)

    def _reveals_nothing(self, caller: Caller, sent: RequestParts, response: Response) -> bool:
        """Return whether a refusal is the same as for a missing record or an unknown caller."""
        if response.status == 401 and self.operation.who.credentials != "none":
            credentials = caller.person.token or caller.headers
            return response.error == ("token_invalid" if credentials else "sign_in_needed")
        if response.status == 404 and any(
            parameter.is_id for parameter in self.operation.parameters
        ):
            return response.body == self._send(caller, replace(sent, at=str(new_id()))).body
        return True


def mismatches(world: World, columns: Sequence[str], rows: Sequence[Row]) -> list[str]:
    """Return the cells with an unexpected outcome."""
    stage = Stage(world)
    return [mismatch for row in rows for mismatch in RowCheck(stage, row).mismatches(columns)]


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
@pytest.mark.parametrize("part", range(PARTS))
def test_each_role_may_do_what_the_matrix_says(world: World, part: int) -> None:
    assert "\n".join(mismatches(world, [*ROWS[0].cells], ROWS[part::PARTS])) == ""


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
def test_the_matrix_holds_on_postgresql(world: World) -> None:
    owned = [row for row in ROWS if row.cells["owner"] != matrix.NO_CALLER]
    assert "\n".join(mismatches(world, DECIDED_BY_QUERIES, owned)) == ""


class TestWithPublicJobs:
    """A server whose approved jobs everybody reads."""

    @pytest.fixture
    def settings(self, settings: Settings) -> Settings:
        return settings.model_copy(update={"public_jobs": True})

    def test_each_role_and_visitors_may_do_what_the_matrix_says(self, world: World) -> None:
        assert "\n".join(mismatches(world, [*ROWS[0].cells], WITH_PUBLIC_JOBS)) == ""


def test_the_matrix_has_a_row_for_each_operation() -> None:
    in_rows = list(dict.fromkeys(row.operation_id for row in ROWS))
    assert in_rows == [*OPERATIONS]


def test_each_row_is_unique_and_can_be_requested() -> None:
    names = [row.name for row in ALL_ROWS]
    assert len(names) == len(set(names))
    assert set(names) == set(REQUESTS)


def test_an_invalid_line_is_refused() -> None:
    heading = "operation none owner\n"
    assert matrix.rows(heading + "getMe 401 -\n") == [Row("getMe", {"none": "401", "owner": "-"})]
    for line in ("getMe 401", "getMe 401 maybe", "getMe 401 ok ok"):
        with pytest.raises(ValueError, match="getMe: 2 words"):
            matrix.rows(heading + line)
