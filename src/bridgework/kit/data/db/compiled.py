"""Statements that are compiled once and executed on the driver, for the most frequent requests.

For a short statement, SQLAlchemy takes more time than the database. Most of this work is the same
for each execution, and a CompiledStatement does it once. At most ten statements of the program are
compiled; all others are executed by SQLAlchemy.
"""

from collections import namedtuple
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

_Convert = Callable[[Any], Any]


class CompiledStatement:
    """A statement that returns rows and whose text does not depend on its parameters."""

    def __init__(
        self,
        statement: sa.Select[Any] | sa.CompoundSelect[Any] | sa.Insert,
        *,
        columns: Sequence[str] | None = None,
    ) -> None:
        """`columns` are the columns that an INSERT sets."""
        self._statement = statement
        self._columns = columns
        self._forms: dict[str, _Form] = {}

    def rows(
        self, connection: sa.Connection, driver: Any, parameters: Mapping[str, Any]
    ) -> list[Any]:
        """Return all rows as named tuples.

        Raises the errors of SQLAlchemy, KeyError for a missing or unknown parameter, and TypeError
        if the text of the statement depends on its parameters.
        """
        dialect = connection.dialect
        form = self._forms.get(dialect.name)
        if form is None:
            form = self._forms[dialect.name] = _compile(self._statement, self._columns, dialect)
        try:
            rows = driver.execute(form.text, form.bind(parameters)).fetchall()
        except dialect.loaded_dbapi.Error as error:
            raise sa.exc.DBAPIError.instance(
                form.text, None, error, dialect.loaded_dbapi.Error, hide_parameters=True
            ) from error
        return form.convert(rows)


@dataclass(frozen=True, slots=True)
class _Form:
    """A statement compiled for one dialect."""

    text: str
    constants: Mapping[str, Any]
    """The parameters with constant values."""
    required: frozenset[str]
    """The parameters that each execution must provide."""
    positions: Sequence[str] | None
    """The parameters in order; None if the driver uses named parameters."""
    to_driver: Mapping[str, _Convert]
    from_driver: Sequence[tuple[int, _Convert]]
    make_row: Callable[[Sequence[Any]], Any]

    def bind(self, provided: Mapping[str, Any]) -> Any:
        if provided.keys() != self.required:
            raise KeyError(*sorted(provided.keys() ^ self.required))
        values = {**self.constants, **provided}
        for name, convert in self.to_driver.items():
            values[name] = convert(values[name])
        return values if self.positions is None else [values[name] for name in self.positions]

    def convert(self, driver_rows: Sequence[Sequence[Any]]) -> list[Any]:
        rows = []
        for row in driver_rows:
            values = list(row)
            for index, convert in self.from_driver:
                values[index] = convert(values[index])
            rows.append(self.make_row(values))
        return rows


def _compile(
    statement: sa.Select[Any] | sa.CompoundSelect[Any] | sa.Insert,
    columns: Sequence[str] | None,
    dialect: sa.Dialect,
) -> _Form:
    compiled = statement.compile(dialect=dialect, column_keys=columns)
    if compiled.post_compile_params or compiled.literal_execute_params:
        raise TypeError("the text of a compiled statement must not depend on its parameters")
    parameters = {name: parameter for parameter, name in compiled.bind_names.items()}
    required = frozenset(name for name, parameter in parameters.items() if parameter.required)
    converts = {
        name: convert
        for name, parameter in parameters.items()
        if (convert := parameter.type.dialect_impl(dialect).bind_processor(dialect))
    }
    results = [
        (index, convert)
        for index, column in enumerate(statement.exported_columns)
        if (convert := column.type.dialect_impl(dialect).result_processor(dialect, None))
    ]
    names = [str(name) for name, _ in statement.exported_columns.items()]
    row: Any = namedtuple("Row", names, rename=True)  # type: ignore[misc]
    return _Form(
        text=compiled.string,
        constants={name: compiled.params[name] for name in parameters.keys() - required},
        required=required,
        positions=compiled.positiontup if compiled.positional else None,
        to_driver=converts,
        from_driver=results,
        make_row=row._make,
    )
