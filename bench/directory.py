"""The rows every stack serves: the demo experts, as Bridgework's public directory shows them."""

import dataclasses

import click
from pydantic import BaseModel, JsonValue

from bench import ask

Row = dict[str, JsonValue]


class Cards(BaseModel):
    data: list[Row]


class One(BaseModel):
    data: Row


@dataclasses.dataclass(frozen=True, slots=True)
class Listed:
    """What one answer of listExperts says."""

    ids: list[str]
    total: int


@dataclasses.dataclass(frozen=True, slots=True)
class Directory:
    """All cards in the order of the list, and two of Bridgework's answers byte by byte."""

    rows: list[Row]
    list_body: bytes
    one_body: bytes

    @property
    def first(self) -> Listed:
        """What every stack has to list."""
        return Listed(self.ids[:20], len(self.rows))

    @property
    def ids(self) -> list[str]:
        return [str(row["id"]) for row in self.rows]


def copied_from(port: int) -> Directory:
    """Everything Bridgework's directory holds, read through its own API, page by page."""
    rows: list[Row] = []
    total = 1
    while len(rows) < total:
        answer = _good(port, f"/experts?limit=100&page={len(rows) // 100 + 1}")
        total = int(answer.headers["x-total-count"])
        page = Cards.model_validate_json(answer.body).data
        if not page:
            raise click.ClickException(f"GET /experts ended at row {len(rows)} of {total}.")
        rows += page
    first = rows[0]["id"]
    return Directory(
        rows=rows,
        list_body=_good(port, "/experts?limit=20").body,
        one_body=_good(port, f"/experts/{first}").body,
    )


def first_of(port: int) -> Listed:
    """What Bridgework lists."""
    return listed(_good(port, "/experts?limit=20"))


def listed(answer: ask.Answer) -> Listed:
    """Read an answer in Bridgework's form: `{"data": [...]}` and X-Total-Count."""
    cards = Cards.model_validate_json(answer.body).data
    return Listed([str(card["id"]) for card in cards], int(answer.headers["x-total-count"]))


def shown(answer: ask.Answer) -> str:
    """The id in an answer of Bridgework's form: `{"data": {"id": ...}}`."""
    return str(One.model_validate_json(answer.body).data["id"])


def _good(port: int, path: str) -> ask.Answer:
    answer = ask.get(port, path)
    if answer.status != 200:
        raise click.ClickException(f"Bridgework answered GET {path} with {answer.status}.")
    return answer
