"""Reads `matrix.txt`: the expected outcome of each operation for each kind of caller."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

TABLE = Path(__file__).with_name("matrix.txt")
OUTCOMES = {"ok", "401", "403", "404", "409", "-"}
NO_CALLER = "-"


@dataclass(frozen=True, slots=True)
class Row:
    """An operation, called for one kind of record."""

    name: str
    """The operationId, and after a slash the special state of the record."""
    cells: Mapping[str, str]

    @property
    def operation_id(self) -> str:
        return self.name.partition("/")[0]

    @property
    def has_public_jobs(self) -> bool:
        """Whether the server has the setting BRIDGEWORK_PUBLIC_JOBS, which is off otherwise."""
        return self.name.endswith("public")

    def outcomes(self) -> Iterator[tuple[str, str]]:
        """Yield each kind of caller for this record and the expected outcome, refusals first.

        A refusal changes nothing, so all refused callers are tested with the same record.
        """
        cells = [cell for cell in self.cells.items() if cell[1] != NO_CALLER]
        yield from sorted(cells, key=lambda cell: cell[1] == "ok")


def rows(text: str | None = None) -> list[Row]:
    """Return the rows in order. Raises ValueError for a line that does not match the heading."""
    lines = (TABLE.read_text(encoding="utf-8") if text is None else text).splitlines()
    heading, *table_rows = [line.split() for line in lines if line and not line.startswith("#")]
    callers = heading[1:]
    for name, *outcomes in table_rows:
        if len(outcomes) != len(callers) or not OUTCOMES.issuperset(outcomes):
            raise ValueError(f"{name}: {len(callers)} words of {sorted(OUTCOMES)}, one a caller")
    return [Row(name, dict(zip(callers, outcomes, strict=True))) for name, *outcomes in table_rows]
