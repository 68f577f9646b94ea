"""The compilation of handlers to operations, and declarations that are refused."""

from collections.abc import Callable
from typing import Any

import pytest

from bridgework.context import Context
from bridgework.kit.core import Id
from bridgework.kit.http.operations import OK, Ok, PermanentRedirect, PreRendered, Router
from bridgework.kit.security import auth
from tests.kit.http import library


def compiled(name: str) -> Any:
    return next(one for one in library.router.operations if one.handler.__name__ == name)


def test_a_handler_defines_name_and_text_of_its_operation() -> None:
    operation = compiled("get_book_of_name")
    assert operation.operation_id == "getBookOfName"
    assert operation.summary == "Two values in one path, in its order"
    assert [(one.name, one.is_id) for one in operation.parameters] == [
        ("name", False),
        ("id", True),
    ]
    assert (operation.tag.name, operation.method, operation.status) == ("Library", "GET", 200)


@pytest.mark.parametrize(
    ("name", "writes", "required", "enveloped"),
    [
        ("list_books", False, False, True),
        ("add_book", True, True, True),
        ("change_book", True, False, True),
        ("heartbeat", False, False, False),
    ],
)
def test_an_operation_knows_its_body_and_options(
    name: str, writes: bool, required: bool, enveloped: bool
) -> None:
    operation = compiled(name)
    assert (operation.writes, operation.body_required, operation.enveloped) == (
        writes,
        required,
        enveloped,
    )


def undocumented(context: Context) -> Ok:
    return OK


def without_its_parameter(context: Context) -> Ok:
    """Fetch."""
    return OK


def with_one_too_many(context: Context, one: Id, two: Id) -> Ok:
    """Fetch."""
    return OK


@pytest.mark.parametrize(
    ("path", "handler", "complaint"),
    [
        ("/things", undocumented, "needs a docstring"),
        ("/things/{id}", without_its_parameter, "the path has"),
        ("/things/{id}", with_one_too_many, "the path has"),
    ],
)
def test_a_handler_that_does_not_match_its_path_is_refused(
    path: str, handler: Callable[..., Any], complaint: str
) -> None:
    with pytest.raises(TypeError, match=complaint):
        Router("Misfits").get(path, who=auth.public)(handler)


@pytest.mark.parametrize("verb", ["get", "post", "put", "patch", "delete"])
def test_who_is_required(verb: str) -> None:
    declare: Any = getattr(Router("Open"), verb)
    with pytest.raises(TypeError, match="who"):
        declare("/things")
    declare("/things", who=auth.public)(with_no_parameter)


def get_or_redirect(context: Context) -> PreRendered[library.Named] | PermanentRedirect:
    """Return the record or a redirect."""
    return PermanentRedirect("/elsewhere")


def test_an_operation_may_return_a_record_or_a_redirect() -> None:
    router = Router("Movers")
    router.get("/here", who=auth.public, etag=True)(get_or_redirect)
    (operation,) = router.operations
    assert (operation.result, operation.has_redirect) == (PreRendered[library.Named], True)
    assert not compiled("get_edition").has_redirect


def test_only_reads_may_redirect() -> None:
    with pytest.raises(TypeError, match="only a read may return PermanentRedirect"):
        Router("Movers").post("/here", who=auth.public)(get_or_redirect)


def with_no_parameter(context: Context) -> Ok:
    """Fetch all."""
    return OK
