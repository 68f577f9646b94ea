"""Errors when a document is generated."""

from typing import Any

import pytest

from bridgework.kit.core import Conflict, Id
from bridgework.kit.http.openapi import generate_document
from bridgework.kit.http.operations import OK, Ok, Router
from bridgework.kit.security import auth
from bridgework.kit.validation import QueryParams, RequestBody, ResponseModel


def of(router: Router) -> dict[str, Any]:
    return generate_document(
        router.operations,
        title="T",
        description="D",
        license_info={"name": "L"},
        base_url="http://h",
        support_email="",
    )


def test_two_schemas_with_one_name_are_refused() -> None:
    def shape(member: type) -> type[ResponseModel]:
        return type(
            "Leaf", (ResponseModel,), {"__annotations__": {"of": member}, "__module__": "trees"}
        )

    one, other = shape(int), shape(str)
    router = Router("Trees")

    def first(call: object) -> ResponseModel:
        """One."""
        raise NotImplementedError

    def second(call: object) -> ResponseModel:
        """Two."""
        raise NotImplementedError

    first.__annotations__["return"] = one
    second.__annotations__["return"] = other
    router.get("/first", who=auth.public)(first)
    assert "Leaf" in of(router)["components"]["schemas"]
    router.get("/second", who=auth.public)(second)
    with pytest.raises(TypeError, match="two schemas share a class name"):
        of(router)


class Seedling(RequestBody):
    height: int = 3


def test_a_schema_that_differs_between_requests_and_responses_is_refused() -> None:
    router = Router("Trees")

    @router.post("/seedlings", who=auth.public)
    def plant(call: object, body: Seedling) -> Seedling:
        """Plant one."""
        return body

    with pytest.raises(TypeError, match=r"Seedling-Input.*differs between requests and responses"):
        of(router)


class Bark(Conflict):
    """The bark is worse than the bite."""

    component = "Barking"


def test_an_error_body_without_a_model_is_refused() -> None:
    router = Router("Trees")

    @router.get("/bark", who=auth.public, errors=(Bark,))
    def bark(call: object) -> Ok:
        """Bark."""
        return OK

    with pytest.raises(TypeError, match="no ErrorBody is named Barking"):
        of(router)


class Nest(ResponseModel):
    eggs: int


class TreeQuery(QueryParams):
    nest: Nest


def test_objects_in_a_query_string_are_refused() -> None:
    router = Router("Trees")

    @router.get("/trees", who=auth.public)
    def trees(call: object, query: TreeQuery) -> Ok:
        """All trees."""
        return OK

    with pytest.raises(TypeError, match="TreeQuery"):
        of(router)


def test_two_operations_with_one_id_are_refused() -> None:
    router = Router("Trees")

    def fell(call: object, tree_id: Id) -> Ok:
        """Fell it."""
        return OK

    router.delete("/trees/{id}", who=auth.admin)(fell)
    router.post("/trees/{id}/fell", who=auth.admin)(fell)
    with pytest.raises(TypeError, match="two operations have the operationId fell"):
        of(router)


def test_without_a_support_email_the_contact_is_the_base_url() -> None:
    assert of(Router("Trees"))["info"]["contact"] == {"name": "Support", "url": "http://h"}
