"""Typed records: what the columns of a row are, by name and type.

    class Job(NamedTuple):
        id: Id
        fields: JobFields  # itself a record: read from a column of JSON
        status: JobStatus

    job = tx.record(Job, _FIND, {"id": job_id})  # Job | None

A record is a named tuple, since building one takes a tenth of the time of a frozen dataclass. Its
fields are the columns of its statement, in their order. A field whose type is a record is a column
of JSON: an object whose missing members are None. Members that the record does not name, such as
those of a later version of the program, are in its field `unknown`, if it has one, and are stored
again with the others.
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType, UnionType
from typing import (
    Any,
    Generic,
    Protocol,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    overload,
)

UNKNOWN: Mapping[str, object] = MappingProxyType({})
"""The default of the field `unknown`."""
_UNKNOWN = "unknown"

R = TypeVar("R")
A = TypeVar("A")
B = TypeVar("B")
C = TypeVar("C")
D = TypeVar("D")

Convert = Callable[[Any], Any]


class NamedRecord(Protocol):
    """A named tuple."""

    def _asdict(self) -> dict[str, Any]: ...


class Reader(Generic[R]):
    """Converts the first columns of rows to records."""

    __slots__ = ("_convert", "names")

    def __init__(self, names: Sequence[str], convert: Callable[[Sequence[Any]], R]) -> None:
        """`convert` takes the values of the columns `names`."""
        self.names = tuple(names)
        self._convert = convert

    def read(self, rows: Sequence[Any]) -> list[R]:
        """Convert rows. Raises TypeError if their statement selects other columns."""
        if not rows:
            return []
        size, convert = len(self.names), self._convert
        selected = tuple(rows[0]._fields[:size])
        if selected != self.names:
            raise TypeError(f"the statement selects {selected}, the record has {self.names}")
        return [convert(row[:size]) for row in rows]

    def convert(self, values: Sequence[Any]) -> R:
        """Convert the values of exactly the columns `names`."""
        return self._convert(values)


_readers: dict[type[Any], Reader[Any]] = {}


def reader_of(record: type[R]) -> Reader[R]:
    """Return the reader of a named tuple."""
    reader = _readers.get(record)
    if reader is None:
        names, make = _members(record)
        reader = _readers[record] = Reader(names, _with_json(record, make))
    return reader


@overload
def side_by_side(make: Callable[[A, B], R], a: Reader[A], b: Reader[B], /) -> Reader[R]: ...
@overload
def side_by_side(
    make: Callable[[A, B, C], R], a: Reader[A], b: Reader[B], c: Reader[C], /
) -> Reader[R]: ...
@overload
def side_by_side(
    make: Callable[[A, B, C, D], R], a: Reader[A], b: Reader[B], c: Reader[C], d: Reader[D], /
) -> Reader[R]: ...
def side_by_side(make: Callable[..., R], /, *readers: Reader[Any]) -> Reader[R]:
    """Return the reader of rows with the columns of several records, one after the other."""
    slices, start = [], 0
    for reader in readers:
        slices.append((reader.convert, slice(start, start + len(reader.names))))
        start += len(reader.names)

    def convert(values: Sequence[Any]) -> R:
        return make(*(part(values[where]) for part, where in slices))

    return Reader(_distinct([name for reader in readers for name in reader.names]), convert)


def _distinct(names: Sequence[str]) -> Sequence[str]:
    """Return the names that SQLAlchemy gives to columns of these names, with a number if equal."""
    before = [names[:index].count(name) for index, name in enumerate(names)]
    return [f"{name}_{count}" if count else name for name, count in zip(names, before, strict=True)]


def from_values(record: type[R], values: Mapping[str, Any]) -> R:
    """Return a record from the values of its columns by name; missing ones are None.

    Raises TypeError for a value that is no column.
    """
    reader: Reader[R] = reader_of(record)
    unknown = values.keys() - set(reader.names)
    if unknown:
        raise TypeError(f"{record.__name__} has no columns {sorted(unknown)}")
    return reader.convert([values.get(name) for name in reader.names])


def replaced(record: R, changes: Mapping[str, Any]) -> R:
    """Return a named tuple with other values of some fields, which are named at run time.

    Raises ValueError for a name that is no field. Where the names are known, use `_replace`, whose
    names mypy checks.
    """
    of_tuple: Any = record
    try:
        after: R = of_tuple._replace(**changes)
    except TypeError as error:  # since Python 3.13
        raise ValueError(*error.args) from error
    return after


def of_members(record: type[R], members: Mapping[str, Any]) -> R:
    """Return a record from members that are named at run time; missing ones have their defaults.

    Raises TypeError for a name that is no field.
    """
    return record(**members)


def from_json(record: type[R], members: Mapping[str, Any]) -> R:
    """Return a record from the members of a JSON object."""
    names, make = _members(record)
    values = list(map(members.get, names))
    if names[-1] == _UNKNOWN:
        others = members.keys() - names
        values[-1] = {name: members[name] for name in others} if others else UNKNOWN
    return make(values)


def to_json(record: NamedRecord) -> dict[str, Any]:
    """Return the members of a record that are not None, as they are stored in a column of JSON."""
    members = {name: value for name, value in record._asdict().items() if value is not None}
    return {**members.pop(_UNKNOWN, {}), **members}


def to_values(record: NamedRecord) -> dict[str, Any]:
    """Return the values of the columns of a record, as a statement takes them."""
    values = record._asdict()
    return {
        name: to_json(value) if _is_record(type(value)) else value for name, value in values.items()
    }


def _members(record: type[R]) -> tuple[Sequence[str], Callable[[Sequence[Any]], R]]:
    """Return the names of the fields of a named tuple, and what makes one from their values."""
    of_tuple: Any = record
    return of_tuple._fields, of_tuple._make


def _with_json(record: type[R], make: Callable[[Sequence[Any]], R]) -> Callable[[Sequence[Any]], R]:
    """Return `make`, after the conversion of the columns of JSON that are records."""
    hints = get_type_hints(record)
    nested = [
        (index, convert)
        for index, name in enumerate(_members(record)[0])
        if (convert := _from_json(hints[name])) is not None
    ]
    if not nested:
        return make

    def convert_and_make(values: Sequence[Any]) -> R:
        changed = list(values)
        for index, convert in nested:
            changed[index] = convert(changed[index])
        return make(changed)

    return convert_and_make


def _from_json(hint: Any) -> Callable[[Any], Any] | None:
    """Return the conversion of a column of JSON, if a field of this type is a record."""
    kinds = get_args(hint) if get_origin(hint) in {Union, UnionType} else (hint,)
    for kind in kinds:
        if _is_record(kind):
            return lambda value: None if value is None else from_json(kind, value)
    return None


def _is_record(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields")
