"""The table of `matrix.txt`: what comes of each operation for each kind of caller."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

TABLE = Path(__file__).with_name("matrix.txt")
WORDS = {"ok", "401", "403", "404", "409", "-"}
NOBODY = "-"


@dataclass(frozen=True, slots=True)
class Row:
    """One operation, asked for one kind of thing."""

    name: str
    """The operationId; behind a slash, what is peculiar about the thing."""
    cells: Mapping[str, str]

    @property
    def operation_id(self) -> str:
        return self.name.partition("/")[0]

    def asked(self) -> Iterator[tuple[str, str]]:
        """Each kind of caller there is for this thing, and what comes of it: refusals first.

        A refusal changes nothing, so all of them are asked for one and the same thing.
        """
        there = [cell for cell in self.cells.items() if cell[1] != NOBODY]
        yield from sorted(there, key=lambda cell: cell[1] == "ok")


def rows(text: str | None = None) -> list[Row]:
    """The rows in their order. Raises ValueError for a line that is not as the heading says."""
    lines = (TABLE.read_text(encoding="utf-8") if text is None else text).splitlines()
    heading, *written = [line.split() for line in lines if line and not line.startswith("#")]
    callers = heading[1:]
    for name, *words in written:
        if len(words) != len(callers) or not WORDS.issuperset(words):
            raise ValueError(f"{name}: {len(callers)} words of {sorted(WORDS)}, one a caller")
    return [Row(name, dict(zip(callers, words, strict=True))) for name, *words in written]
