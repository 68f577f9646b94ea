"""Every cell of `matrix.txt` is asked, and answered as it says.

To read what was found: the operation, who asked, what the table says, and what came instead.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from bridgework import routes
from bridgework.kit.ids import new_id
from bridgework.kit.rate_limit.sliding_window import Rule
from bridgework.settings import Settings
from tests import world as worlds
from tests.rights import matrix, of_accounts, of_content, of_work
from tests.rights.asking import Request, Sent, asking
from tests.rights.matrix import Row
from tests.rights.stage import Caller, Stage
from tests.world import Response, World

ROWS = matrix.rows()
OPERATIONS = {operation.operation_id: operation for operation in routes.operations()}
NEEDS_NOTHING = {
    row.name: asking()
    for row in ROWS
    if not (OPERATIONS[row.operation_id].parameters or OPERATIONS[row.operation_id].body)
}
"""Operations without a body and without parameters in the path need no entry of their own."""
REQUESTS: Mapping[str, Request] = {
    **NEEDS_NOTHING,
    **of_accounts.REQUESTS,
    **of_content.REQUESTS,
    **of_work.REQUESTS,
}
DECIDED_BY_QUERIES = ("owner", "other", "admin", "expert", "clinic", "key")
"""Callers of whom the database says what they may, and not the edge by their kind alone."""


@pytest.fixture
def settings(tmp_path: Path, database_url: str) -> Settings:
    """A server that thousands of requests a minute may be sent to."""
    many = {
        "rate_limit": Rule("default", 1_000_000, 60),
        "admin_rate_limit": Rule("admin", 1_000_000, 60),
    }
    return worlds.settings(tmp_path, database_url=database_url, **many)


class Play:
    """One row, asked by everybody in it."""

    def __init__(self, stage: Stage, row: Row) -> None:
        self.stage, self.row = stage, row
        self.operation = OPERATIONS[row.operation_id]
        self.request = REQUESTS[row.name]
        self._shared: Sent | None = None

    def faults(self, columns: Sequence[str]) -> Iterator[str]:
        """What is not as the row says, a line a cell."""
        for column, expected in self.row.asked():
            if column in columns:
                got = self.got(column, expected)
                if got != expected:
                    yield f"{self.row.name}, {column}: expected {expected}, got {got}"

    def got(self, column: str, expected: str) -> str:
        """What comes of it, in the words of the table and then as it is."""
        name = {"owner": self.request.owner, "other": self.request.other}.get(column, column)
        caller = self.stage.caller(name, self.operation.who.scope)
        sent = self._sent(caller, expected)
        answer = self._ask(caller, sent)
        if self.request.ends and expected == "ok":
            self.stage.sign_in_again(name)
        if expected == "ok" and answer.status == self.operation.status:
            return expected
        if str(answer.status) != expected:
            return f"{answer.status} {answer.body[:300].decode(errors='replace')}"
        return expected if self._tells_no_more(caller, sent, answer) else "a telling refusal"

    def _sent(self, caller: Caller, expected: str) -> Sent:
        if expected == "ok":
            return self.request.making(self.stage, caller.person)
        if self._shared is None:
            self._shared = self.request.making(self.stage, caller.person)
        return self._shared

    def _ask(self, caller: Caller, sent: Sent) -> Response:
        person = caller.person
        if self.request.address is not None:
            person = replace(person, address=self.request.address)
        path = self.operation.path
        for parameter in self.operation.parameters:
            path = path.replace(f"{{{parameter.name}}}", sent.at)
        path += f"?{sent.query}" if sent.query else ""
        headers = {**caller.headers, **sent.headers}
        method = self.operation.method
        return self.stage.world.send(method, path, sent.body, as_=person, headers=headers)

    def _tells_no_more(self, caller: Caller, sent: Sent, answer: Response) -> bool:
        """Whether a refusal is no other than that of what isn't there, or of who isn't known."""
        if answer.status == 401 and self.operation.who.credentials != "none":
            shown = caller.person.token or caller.headers
            return answer.error == ("token_invalid" if shown else "sign_in_needed")
        if answer.status == 404 and any(one.is_id for one in self.operation.parameters):
            return answer.body == self._ask(caller, replace(sent, at=str(new_id()))).body
        return True


def faults(world: World, columns: Sequence[str], rows: Sequence[Row]) -> list[str]:
    """What is not as the table says."""
    stage = Stage(world)
    return [fault for row in rows for fault in Play(stage, row).faults(columns)]


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_each_role_may_do_what_the_matrix_says(world: World) -> None:
    assert "\n".join(faults(world, [*ROWS[0].cells], ROWS)) == ""


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
def test_the_matrix_holds_on_postgresql(world: World) -> None:
    owned = [row for row in ROWS if row.cells["owner"] != matrix.NOBODY]
    assert "\n".join(faults(world, DECIDED_BY_QUERIES, owned)) == ""


def test_the_matrix_has_a_row_for_each_operation() -> None:
    in_rows = list(dict.fromkeys(row.operation_id for row in ROWS))
    assert in_rows == [*OPERATIONS]


def test_each_row_is_unique_and_can_be_requested() -> None:
    names = [row.name for row in ROWS]
    assert len(names) == len(set(names))
    assert set(names) == set(REQUESTS)


def test_an_invalid_line_is_refused() -> None:
    heading = "operation none owner\n"
    assert matrix.rows(heading + "getMe 401 -\n") == [Row("getMe", {"none": "401", "owner": "-"})]
    for line in ("getMe 401", "getMe 401 maybe", "getMe 401 ok ok"):
        with pytest.raises(ValueError, match="getMe: 2 words"):
            matrix.rows(heading + line)
