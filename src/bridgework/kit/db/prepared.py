"""Statements of hot paths, compiled once and run on the driver itself.

SQLAlchemy spends more time around a short statement than the database spends on it. What of that is
the same each time is done once here: the text, the order of the parameters, what converts them and
what converts the columns that come back. So a prepared statement is a constant: no list grows in it
and nothing is left to decide.
"""

from collections import namedtuple
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

import sqlalchemy as sa

Convert = Callable[[Any], Any]
Statement = (
    sa.Select[Any] | sa.CompoundSelect[Any] | sa.Insert | sa.Update | sa.Delete | sa.TextClause
)
"""A text is one that returns nothing: what its columns are it does not say."""

_FLOAT_OF_POSTGRESQL = 701
"""What PostgreSQL calls its type of floats; SQLAlchemy asks before it converts one."""


class Prepared:
    """A statement in the words of whichever database it is run on."""

    __slots__ = ("_columns", "_forms", "_statement")

    def __init__(self, statement: Statement, columns: Sequence[str] | None = None) -> None:
        """`columns` are those that an INSERT or UPDATE is given; every call gives all of them."""
        self._statement = statement
        self._columns = columns
        self._forms: dict[str, _Form] = {}

    def rows(
        self, connection: sa.Connection, driver: Any, parameters: Mapping[str, Any]
    ) -> list[Any]:
        """All rows, none where none are returned; their columns are attributes.

        Raises what SQLAlchemy would.
        """
        dialect = connection.dialect
        form = self._form(dialect)
        try:
            cursor = driver.execute(form.text, form.bound(parameters))
            found = cursor.fetchall() if form.returns else ()
        except dialect.loaded_dbapi.Error as error:
            raise form.failed(error, dialect) from error
        return form.read(found)

    def each(
        self, connection: sa.Connection, driver: Any, many: Sequence[Mapping[str, Any]]
    ) -> None:
        """Run it with each of these, for what it writes. Raises what SQLAlchemy would."""
        dialect = connection.dialect
        form = self._form(dialect)
        try:
            driver.cursor().executemany(form.text, [form.bound(given) for given in many])
        except dialect.loaded_dbapi.Error as error:
            raise form.failed(error, dialect) from error

    def _form(self, dialect: sa.Dialect) -> "_Form":
        form = self._forms.get(dialect.name)
        if form is None:
            form = self._forms[dialect.name] = _form(self._statement, self._columns, dialect)
        return form


def prepared(statement: Statement, *, columns: Sequence[str] | None = None) -> Prepared:
    """Have a statement be a prepared one. Raises TypeError where it is not the same each time."""
    return Prepared(statement, columns)


@dataclass(frozen=True, slots=True)
class _Form:
    """A statement as one kind of database has it."""

    text: str
    returns: bool
    """Whether any rows come of it."""
    names: Sequence[str]
    """Of the parameters, in order."""
    known: frozenset[str]
    by_position: bool
    constants: Mapping[str, Any]
    """What the statement itself says, as the driver takes it."""
    take: Callable[[Mapping[str, Any]], Sequence[Any]]
    """The values of `names`."""
    binds: Sequence[tuple[int, str, Convert]]
    row: Callable[[Sequence[Any]], Any]
    results: Sequence[tuple[int, Convert]]

    def bound(self, given: Mapping[str, Any]) -> Any:
        """The parameters as the driver takes them. Raises KeyError for one too few or too many."""
        if not given.keys() <= self.known:
            raise KeyError(*sorted(given.keys() - self.known))
        values = list(self.take({**self.constants, **given} if self.constants else given))
        for place, name, convert in self.binds:
            if name in given:
                values[place] = convert(values[place])
        return values if self.by_position else dict(zip(self.names, values, strict=True))

    def read(self, found: Sequence[Sequence[Any]]) -> list[Any]:
        """The rows with every column as its type has it."""
        if not self.results:
            return list(map(self.row, found))
        told = []
        for one in found:
            values = list(one)
            for place, convert in self.results:
                values[place] = convert(values[place])
            told.append(self.row(values))
        return told

    def failed(self, error: Exception, dialect: sa.Dialect) -> BaseException:
        """The driver's error as SQLAlchemy tells it."""
        return sa.exc.DBAPIError.instance(
            self.text, None, error, dialect.loaded_dbapi.Error, hide_parameters=True
        )


def _form(statement: Statement, columns: Sequence[str] | None, dialect: sa.Dialect) -> _Form:
    compiled = statement.compile(dialect=dialect, column_keys=columns)
    if compiled.post_compile_params or compiled.literal_execute_params:
        raise TypeError("a statement with a list that grows can't be prepared")
    by_position = compiled.positional
    taken = {name: parameter for parameter, name in compiled.bind_names.items()}
    names = list(compiled.positiontup or ()) if by_position else list(taken)
    binds = [
        (place, name, convert)
        for place, name in enumerate(names)
        if (convert := _impl(taken[name].type, dialect).bind_processor(dialect))
    ]
    converts = {name: convert for _, name, convert in binds}
    constants = {
        name: converts[name](value) if name in converts else value
        for name, value in compiled.params.items()
        if not taken[name].required
    }
    told = () if isinstance(statement, sa.TextClause) else tuple(statement.exported_columns.items())
    results = [
        (place, convert)
        for place, (_, column) in enumerate(told)
        if (convert := _impl(column.type, dialect).result_processor(dialect, _code(column.type)))
    ]
    row = _row_of([str(name) for name, _ in told])
    known = frozenset(names)
    take = _taking(names)
    return _Form(
        compiled.string,
        bool(told),
        names,
        known,
        by_position,
        constants,
        take,
        binds,
        row,
        results,
    )


def _taking(names: Sequence[str]) -> Callable[[Mapping[str, Any]], Sequence[Any]]:
    """What takes the values of these names, in order, out of a mapping that has them all."""
    if len(names) > 1:
        return itemgetter(*names)
    return lambda given: [given[name] for name in names]  # itemgetter gives a lone one bare


def _row_of(names: Sequence[str]) -> Callable[[Sequence[Any]], Any]:
    kind: Any = namedtuple("Row", names, rename=True)  # type: ignore[misc]
    make: Callable[[Sequence[Any]], Any] = kind._make
    return make


def _impl(kind: sa.types.TypeEngine[Any], dialect: sa.Dialect) -> sa.types.TypeEngine[Any]:
    return kind.dialect_impl(dialect)


def _code(kind: sa.types.TypeEngine[Any]) -> int | None:
    return _FLOAT_OF_POSTGRESQL if isinstance(kind, sa.Float) else None
