"""Statements of the most frequent requests, compiled once and run on the driver itself.

SQLAlchemy spends more time around a short statement than the database spends on it. Most of that
is the same each time and done once here. At most ten statements of the program are compiled; all
others run through SQLAlchemy.
"""

from collections import namedtuple
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

_Convert = Callable[[Any], Any]


class CompiledStatement:
    """A statement that returns rows and has the same text each time."""

    def __init__(
        self,
        statement: sa.Select[Any] | sa.CompoundSelect[Any] | sa.Insert,
        *,
        columns: Sequence[str] | None = None,
    ) -> None:
        """`columns` are those that an INSERT sets."""
        self._statement = statement
        self._columns = columns
        self._forms: dict[str, _Form] = {}

    def rows(
        self, connection: sa.Connection, driver: Any, parameters: Mapping[str, Any]
    ) -> list[Any]:
        """All rows, as named tuples.

        Raises what SQLAlchemy would, KeyError for a missing or unknown parameter, and TypeError if
        the text of the statement depends on the parameters.
        """
        dialect = connection.dialect
        form = self._forms.get(dialect.name)
        if form is None:
            form = self._forms[dialect.name] = _compile(self._statement, self._columns, dialect)
        try:
            found = driver.execute(form.text, form.bind(parameters)).fetchall()
        except dialect.loaded_dbapi.Error as error:
            raise sa.exc.DBAPIError.instance(
                form.text, None, error, dialect.loaded_dbapi.Error, hide_parameters=True
            ) from error
        return form.read(found)


@dataclass(frozen=True, slots=True)
class _Form:
    """A statement compiled for one dialect."""

    text: str
    constants: Mapping[str, Any]
    """The parameters whose values are part of the statement."""
    required: frozenset[str]
    """The parameters that each execution gives."""
    positions: Sequence[str] | None
    """The parameters in order; None if the driver takes them by name."""
    to_driver: Mapping[str, _Convert]
    from_driver: Sequence[tuple[int, _Convert]]
    make_row: Callable[[Sequence[Any]], Any]

    def bind(self, given: Mapping[str, Any]) -> Any:
        """The parameters as the driver takes them."""
        if given.keys() != self.required:
            raise KeyError(*sorted(given.keys() ^ self.required))
        values = {**self.constants, **given}
        for name, convert in self.to_driver.items():
            values[name] = convert(values[name])
        return values if self.positions is None else [values[name] for name in self.positions]

    def read(self, found: Sequence[Sequence[Any]]) -> list[Any]:
        """The rows with the Python values of their columns."""
        rows = []
        for row in found:
            values = list(row)
            for place, convert in self.from_driver:
                values[place] = convert(values[place])
            rows.append(self.make_row(values))
        return rows


def _compile(
    statement: sa.Select[Any] | sa.CompoundSelect[Any] | sa.Insert,
    columns: Sequence[str] | None,
    dialect: sa.Dialect,
) -> _Form:
    compiled = statement.compile(dialect=dialect, column_keys=columns)
    if compiled.post_compile_params or compiled.literal_execute_params:
        raise TypeError("a statement whose text depends on its parameters can't be compiled once")
    parameters = {name: parameter for parameter, name in compiled.bind_names.items()}
    required = frozenset(name for name, parameter in parameters.items() if parameter.required)
    converts = {
        name: convert
        for name, parameter in parameters.items()
        if (convert := parameter.type.dialect_impl(dialect).bind_processor(dialect))
    }
    results = [
        (place, convert)
        for place, column in enumerate(statement.exported_columns)
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
