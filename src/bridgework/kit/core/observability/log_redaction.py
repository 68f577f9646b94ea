"""Redaction of tracebacks and messages in the log.

The message of an exception may contain personal data: `KeyError('ada@example.com')`, a row that
violates a constraint, a password that is not a number. So the stack is logged in full, but messages
only from known sources: our own, those about code, and those in which databases and the operating
system quote no values.
"""

import re
import traceback
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import sqlalchemy as sa
from pydantic import ValidationError

_ABOUT_CODE = (AttributeError, ImportError, NameError, TypeError)
_QUOTING_VALUES = ("22", "23", "44", "P0", "42601")
"""SQLSTATEs (or their classes) whose message may quote a row, a value or a search term."""

_ADDRESSES = re.compile(r"[^\s<>()\[\]\"',;:=/]+@[^\s<>()\[\]\"',;:=/]+")
_QUERIES = re.compile(r"\?[\w%.~+\[\]-]+=[^\s\"'<>]*")
_TOKENS = re.compile(r"\beyJ[\w-]+\.[\w-]+\.[\w-]*|\bbwk_\w[\w-]*")


def format_trace(error: BaseException) -> str:
    """The traceback of `error` and its causes, as Python formats it, with redacted messages."""
    return "\n".join(_parts(error, set()))


def format_error(error: BaseException) -> str:
    """The class of an error, and its redacted message."""
    kind = type(error)
    name = kind.__qualname__ if kind.__module__ == "builtins" else _name(kind)
    message = redact(_safe_message(error))
    return f"{name}: {message}" if message else name


def redact(text: str) -> str:
    """`text` without e-mail addresses, tokens and query strings."""
    for pattern, replacement in ((_TOKENS, "…"), (_QUERIES, "?…"), (_ADDRESSES, "…@…")):
        text = pattern.sub(replacement, text)
    return text


def _parts(error: BaseException, processed: set[int]) -> Iterator[str]:
    processed.add(id(error))
    cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if cause is not None and id(cause) not in processed:
        yield from _parts(cause, processed)
        yield "which caused:" if error.__cause__ else "while handling this, another error occurred:"
    yield "Traceback (most recent call last):"
    yield "".join(traceback.format_tb(error.__traceback__)) + format_error(error)
    if isinstance(error, BaseExceptionGroup):
        for number, nested in enumerate(error.exceptions, 1):
            yield f"exception {number} of the group:"
            yield from _parts(nested, processed)


def _name(kind: type[BaseException]) -> str:
    return f"{kind.__module__}.{kind.__qualname__}"


def _safe_message(error: BaseException) -> str:
    for kind, to_message in _MESSAGES:
        if isinstance(error, kind):
            return to_message(error)
    package = type(error).__module__.partition(".")[0]
    if package == "psycopg":
        return _postgres_message(error)
    if package in {"sqlite3", "pysqlite3"}:
        return _sqlite_message(error)
    is_safe = package in {"bridgework", "sqlalchemy"} or type(error) in _ABOUT_CODE
    return str(error) if is_safe else ""


def _statement_message(error: sa.exc.StatementError) -> str:
    cause = "" if error.orig is None else f"({format_error(error.orig)}) "
    return f"{cause}[SQL: {error.statement}]"


def _sqlite_message(error: BaseException) -> str:
    """Errors of constraints name columns; errors of statements may quote a search term."""
    name = getattr(error, "sqlite_errorname", "")
    return name if name == "SQLITE_ERROR" and "no such table" not in str(error) else str(error)


def _postgres_message(error: BaseException) -> str:
    """The names in the error, and its message if it quotes no row; never its DETAIL."""
    # By attribute, without importing psycopg, which a server on SQLite never loads.
    diagnosis, state = getattr(error, "diag", None), getattr(error, "sqlstate", None) or ""
    names = [
        f"{kind} {name}"
        for kind in ("constraint", "schema", "table", "column", "datatype")
        if (name := getattr(diagnosis, f"{kind}_name", None))
    ]
    quotes_values = state.startswith(_QUOTING_VALUES)
    message = "" if quotes_values else getattr(diagnosis, "message_primary", None) or str(error)
    return ", ".join(part for part in (message, state, *names) if part)


def _system_message(error: OSError) -> str:
    """The message without the file name, which may be personal data."""
    return f"[Errno {error.errno}] {error.strerror}" if error.errno and error.strerror else ""


def _validation_message(error: ValidationError) -> str:
    """The invalid members and their error types, without values."""
    details = error.errors(include_url=False, include_context=False, include_input=False)
    members = [f"{item['loc'][0] if item['loc'] else '-'} {item['type']}" for item in details]
    return f"{error.title}: {', '.join(members)}"


_MESSAGES: Sequence[tuple[type[BaseException], Callable[[Any], str]]] = (
    (sa.exc.StatementError, _statement_message),
    (ValidationError, _validation_message),
    (OSError, _system_message),
)
