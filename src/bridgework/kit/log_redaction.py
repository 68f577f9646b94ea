"""Traces for the log: where something broke, and no more of what it said than is nobody's data.

What an exception says may hold whatever the code had in hand: `KeyError('ada@example.com')`, a
row that a constraint refused, a password that is no number. So the place is told in full, and of
the words only what can be vouched for: ours, what is about code, and what databases and systems
say of themselves.
"""

import re
import sqlite3
import traceback
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import sqlalchemy as sa
from pydantic import ValidationError

_ABOUT_CODE = (AttributeError, ImportError, NameError, TypeError)
_OF_VALUES = ("22", "23", "44", "P0", "42601")
"""SQLSTATEs (or their classes) whose message may quote a row, a value or a search."""

_NAMED_PERSONS = re.compile(r"[^\s<>()\[\]\"',;:=/]+@[^\s<>()\[\]\"',;:=/]+")
_QUERIES = re.compile(r"\?[\w%.~+\[\]-]+=[^\s\"'<>]*")
_TOKENS = re.compile(r"\beyJ[\w-]+\.[\w-]+\.[\w-]*|\bbwk_\w[\w-]*")


def format_trace(error: BaseException) -> str:
    """The trace of `error` and of what led to it, as Python writes it, but for the words."""
    return "\n".join(_parts(error, set()))


def format_error(error: BaseException) -> str:
    """The kind of an error, and what can be told of what it says."""
    kind = type(error)
    name = kind.__qualname__ if kind.__module__ == "builtins" else _name(kind)
    words = redact(_words(error))
    return f"{name}: {words}" if words else name


def redact(text: str) -> str:
    """`text` without e-mail addresses, tokens and query strings."""
    for pattern, instead in ((_TOKENS, "…"), (_QUERIES, "?…"), (_NAMED_PERSONS, "…@…")):
        text = pattern.sub(instead, text)
    return text


def _parts(error: BaseException, seen: set[int]) -> Iterator[str]:
    seen.add(id(error))
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if before is not None and id(before) not in seen:
        yield from _parts(before, seen)
        yield "which led to:" if error.__cause__ else "and while that was handled:"
    yield "Traceback (most recent call last):"
    yield "".join(traceback.format_tb(error.__traceback__)) + format_error(error)
    if isinstance(error, BaseExceptionGroup):
        for number, each in enumerate(error.exceptions, 1):
            yield f"of which {number}:"
            yield from _parts(each, seen)


def _name(kind: type[BaseException]) -> str:
    return f"{kind.__module__}.{kind.__qualname__}"


def _words(error: BaseException) -> str:
    for kind, read in _READERS:
        if isinstance(error, kind):
            return read(error)
    of_whom = type(error).__module__.partition(".")[0]
    if of_whom == "psycopg":
        return _of_postgres(error)
    ours = of_whom in {"bridgework", "sqlalchemy"} or type(error) in _ABOUT_CODE
    return str(error) if ours else ""


def _of_statement(error: sa.exc.StatementError) -> str:
    cause = "" if error.orig is None else f"({format_error(error.orig)}) "
    return f"{cause}[SQL: {error.statement}]"


def _of_sqlite(error: sqlite3.Error) -> str:
    """A constraint's words name columns; those of a faulty statement may quote a search."""
    name = getattr(error, "sqlite_errorname", "")
    return name if name == "SQLITE_ERROR" and "no such table" not in str(error) else str(error)


def _of_postgres(error: BaseException) -> str:
    """What the server names, and its words where they quote no row: never its DETAIL."""
    # Read without importing psycopg, which a server on SQLite never loads.
    diagnosis, state = getattr(error, "diag", None), getattr(error, "sqlstate", None) or ""
    named = [
        f"{kind} {name}"
        for kind in ("constraint", "schema", "table", "column", "datatype")
        if (name := getattr(diagnosis, f"{kind}_name", None))
    ]
    quotes = state.startswith(_OF_VALUES)
    words = "" if quotes else getattr(diagnosis, "message_primary", None) or str(error)
    return ", ".join(part for part in (words, state, *named) if part)


def _of_system(error: OSError) -> str:
    """Without the file's name, which may be somebody's."""
    return f"[Errno {error.errno}] {error.strerror}" if error.errno and error.strerror else ""


def _of_shape(error: ValidationError) -> str:
    """The members that do not fit, and how; what stands in them is left out."""
    found = error.errors(include_url=False, include_context=False, include_input=False)
    faults = [f"{each['loc'][0] if each['loc'] else '-'} {each['type']}" for each in found]
    return f"{error.title}: {', '.join(faults)}"


_READERS: Sequence[tuple[type[BaseException], Callable[[Any], str]]] = (
    (sa.exc.StatementError, _of_statement),
    (sqlite3.Error, _of_sqlite),
    (ValidationError, _of_shape),
    (OSError, _of_system),
)
