import json
from typing import Any

import pytest
from openapi_spec_validator import OpenAPIV30SpecValidator

from bridgework.kit.core import errors, ids
from bridgework.kit.http.idempotency import errors as idempotency
from tests.kit.openapi import lint, sample_api
from tests.kit.openapi.instance_validation import mismatches


@pytest.fixture
def api() -> dict[str, Any]:
    return sample_api.written()


def test_it_is_a_valid_3_0_3_document(api: dict[str, Any]) -> None:
    assert api["openapi"] == "3.0.3"
    assert [error.message for error in OpenAPIV30SpecValidator(api).iter_errors()] == []
    assert lint.faults(api) == []
    assert json.loads(json.dumps(api, allow_nan=False)) == api


def test_it_contains_no_keyword_of_a_newer_version(api: dict[str, Any]) -> None:
    text = json.dumps(api)
    for word in ('"null"', '"const"', '"prefixItems"', '"$defs"', '"examples": ['):
        assert text.count(word) == 0, word


def test_a_component_has_a_title_only_if_clients_need_another_name(api: dict[str, Any]) -> None:
    titles = {name: schema.get("title") for name, schema in api["components"]["schemas"].items()}
    assert titles.pop("Error") == "ApiError"
    assert {*titles.values()} == {None}


def test_title_version_contact_and_server(api: dict[str, Any]) -> None:
    assert api["info"]["title"] == "Books"
    assert api["info"]["version"] == "1.0.0"
    assert api["info"]["license"] == {"name": "MIT"}
    assert api["info"]["contact"] == {"name": "Support", "email": "help@books.example"}
    assert api["servers"] == [{"url": "https://books.example"}]
    assert api["tags"] == [{"name": "Books"}, {"name": "Branches"}]


def test_the_description_lists_every_code_with_status_and_message(api: dict[str, Any]) -> None:
    text = api["info"]["description"]
    assert text.startswith("A library.\n")
    assert "also supports HEAD" in text
    for code, problem in errors.registry().items():
        assert f"| `{code}` | {problem.status} | {problem.default_message} |" in text


def test_components_are_named_after_their_classes(api: dict[str, Any]) -> None:
    assert set(api["components"]["schemas"]) == {
        "Author", "Binding", "Book", "BookCard", "BookChange", "BookRequest", "Expertise", "Genre",
        "NullableAuthor", "NullableExpertise", "NullableGenre",
        "Ok", "Liveness",
        "AuthorListResponse", "BookCardListResponse", "BookCardResponse", "BookResponse",
        "OkResponse",
        "AlreadyDoneError", "Error", "Fault", "MessageError", "ReaderNotVerifiedError",
        "ValidationError",
    }  # fmt: skip


def test_an_operation_lists_its_error_codes(api: dict[str, Any]) -> None:
    def codes(path: str, method: str) -> set[str]:
        return set(api["paths"][path][method]["x-error-codes"])

    # The body of BookReserved has no code.
    assert codes("/books", "post") >= {"book_lent", "validation_failed", "sign_in_needed"}
    assert "book_reserved" not in codes("/books", "post")
    assert "book_lent" not in codes("/books", "get")


def test_a_nullable_enum_is_a_component_of_its_own(api: dict[str, Any]) -> None:
    genre = {"$ref": "#/components/schemas/Genre"}
    members = api["components"]["schemas"]["Book"]["properties"]
    assert members["genre"] == {"$ref": "#/components/schemas/NullableGenre"}
    [parameter] = [
        each for each in api["paths"]["/books"]["get"]["parameters"] if each.get("name") == "genre"
    ]
    assert parameter["schema"] == genre


def test_an_operation_has_summary_description_and_tag(api: dict[str, Any]) -> None:
    operation = api["paths"]["/books"]["get"]
    assert operation["operationId"] == "listBooks"
    assert operation["summary"] == "The books, newest first"
    assert operation["description"] == "All of them.\n\nWho may call: public."
    assert operation["tags"] == ["Books"]


def test_credentials(api: dict[str, Any]) -> None:
    schemes = api["components"]["securitySchemes"]
    assert schemes["bearerAuth"]["bearerFormat"] == "JWT"
    assert schemes["partnerApiKey"]["name"] == "x-api-key"
    assert api["paths"]["/books"]["get"]["security"] == []
    assert api["paths"]["/books"]["post"]["security"] == [{"bearerAuth": []}]


def statuses(api: dict[str, Any], path: str, method: str) -> set[str]:
    return set(api["paths"][path][method]["responses"])


def test_every_status_of_an_operation_is_listed(api: dict[str, Any]) -> None:
    always = {"400", "405", "422", "429", "500", "503"}
    body = {"408", "413", "415"}
    assert statuses(api, "/books", "get") == always | {"200", "304"}
    assert statuses(api, "/books", "post") == always | body | {"201", "401", "403", "409"}
    assert statuses(api, "/books/{id}", "get") == always | {"200", "304", "404"}
    assert statuses(api, "/books/{id}", "patch") == always | body | {"200", "401", "403", "404"}
    assert statuses(api, "/books/{id}/readers/{name}", "get") == always | {
        "200",
        "401",
        "403",
        "404",
    }
    assert statuses(api, "/branches/{name}", "delete") == always | {"200", "401", "403", "404"}
    assert statuses(api, "/books/{id}/card", "get") == always | {"200", "304", "404"}
    assert statuses(api, "/books/{id}/card", "put") == always | {"200", "404", "412"}
    assert statuses(api, "/books/{id}/card", "delete") == always | {"200", "404", "412"}
    assert statuses(api, "/livez", "get") == always - {"429"} | {"200"}


def schema_of(api: dict[str, Any], path: str, method: str, status: str) -> dict[str, Any]:
    response = api["paths"][path][method]["responses"][status]
    if "$ref" in response:
        response = api["components"]["responses"][response["$ref"].rpartition("/")[2]]
    (media,) = response["content"].values()
    schema: dict[str, Any] = media["schema"]
    return schema


def test_the_bodies_of_errors(api: dict[str, Any]) -> None:
    def ref(name: str) -> dict[str, str]:
        return {"$ref": f"#/components/schemas/{name}"}

    assert schema_of(api, "/books", "get", "500") == ref("Error")
    assert schema_of(api, "/books", "get", "422") == ref("ValidationError")
    assert schema_of(api, "/books/{id}", "get", "404") == ref("MessageError")
    assert schema_of(api, "/books/{id}", "patch", "403") == {
        "anyOf": [ref("Error"), ref("ReaderNotVerifiedError")]
    }
    assert schema_of(api, "/books", "post", "409") == {
        "anyOf": [ref("AlreadyDoneError"), ref("Error"), ref("MessageError")]
    }
    response = api["paths"]["/books"]["post"]["responses"]["409"]
    assert "- `book_lent`: The book is lent.\n" in response["description"]
    assert "- `book_reserved`: " in response["description"]
    examples = response["content"]["application/json"]["examples"]
    codes = {"already_done", "book_lent", "book_reserved", "idempotency_in_progress"}
    assert set(examples) == codes
    assert examples["book_lent"] == {
        "value": {"error": "book_lent", "message": "The book is lent."}
    }
    assert examples["book_reserved"] == {
        "value": {"message": "The book is reserved for another reader."}
    }


@pytest.mark.parametrize(
    "problem",
    [
        errors.TokenInvalid(),
        errors.InternalError(),
        errors.ValidationFailed(errors.FieldError("a[0].b", "required", "This is required.")),
        sample_api.BookLent("Another sentence."),
        idempotency.AlreadyDone("0197f7a0-5d3c-7b3e-9c0e-2f6d1c9b8a71"),
        idempotency.AlreadyDone(None),
    ],
)
def test_the_body_of_an_error_matches_its_component(
    api: dict[str, Any], problem: errors.ApiError
) -> None:
    schema = {"$ref": f"#/components/schemas/{problem.component}"}
    assert mismatches(api, schema, problem.body()) == []
    accepts_others = mismatches(api, schema, {**problem.body(), "error": "never_heard_of"}) == []
    assert accepts_others == (problem.component == "Error")


def test_payloads_are_in_the_envelope(api: dict[str, Any]) -> None:
    def payload(path: str, method: str, status: str) -> object:
        name = schema_of(api, path, method, status)["$ref"].rpartition("/")[2]
        envelope = api["components"]["schemas"][name]
        assert envelope["required"] == ["data"]
        return envelope["properties"]["data"]

    def ref(name: str) -> dict[str, object]:
        return {"$ref": f"#/components/schemas/{name}"}

    assert payload("/books", "get", "200") == {"type": "array", "items": ref("BookCard")}
    assert payload("/books/{id}", "get", "200") == ref("Book")
    assert payload("/books/{id}", "patch", "200") == ref("Book")
    assert payload("/books/{id}/card", "get", "200") == ref("BookCard")
    readers = payload("/books/{id}/readers/{name}", "get", "200")
    assert readers == {"type": "array", "items": ref("Author")}
    assert payload("/branches/{name}", "delete", "200") == ref("Ok")


def test_responses_without_envelope_have_their_media_type(api: dict[str, Any]) -> None:
    def content(path: str) -> object:
        return api["paths"][path]["get"]["responses"]["200"]["content"]

    reference = {"$ref": "#/components/schemas/Liveness"}
    assert content("/livez") == {"application/json": {"schema": reference}}
    anything = {"type": "object", "additionalProperties": True}
    assert content("/version") == {"application/json": {"schema": anything}}
    assert content("/branches.txt") == {"text/plain; charset=utf-8": {"schema": {"type": "string"}}}


def test_headers_of_responses(api: dict[str, Any]) -> None:
    def names(path: str, method: str, status: str) -> set[str]:
        response = api["paths"][path][method]["responses"][status]
        if "$ref" in response:
            response = api["components"]["responses"][response["$ref"].rpartition("/")[2]]
        return set(response["headers"]) - {"RateLimit", "RateLimit-Policy", "X-Request-Id"}

    assert names("/books", "get", "200") == {"ETag", "Cache-Control", "Link", "X-Total-Count"}
    assert names("/books", "get", "304") == {"ETag", "Cache-Control"}
    assert names("/books", "post", "201") == {"Location", "Idempotency-Replayed"}
    assert names("/books/{id}", "patch", "200") == set()
    assert names("/books/{id}/card", "get", "200") == {"ETag"}
    assert names("/books/{id}/card", "get", "304") == {"ETag", "Cache-Control"}
    assert names("/books/{id}/card", "put", "200") == {"ETag"}
    assert names("/books/{id}/card", "put", "412") == set()
    assert names("/books/{id}/card", "delete", "200") == set()
    assert names("/books", "post", "401") == {"WWW-Authenticate"}
    assert names("/books", "post", "405") == {"Allow"}
    assert names("/books", "post", "429") == {"Retry-After"}
    assert names("/books", "post", "503") == {"Retry-After"}
    assert names("/books", "post", "409") == set()


def test_a_body_is_required_if_one_of_its_members_is(api: dict[str, Any]) -> None:
    assert api["paths"]["/books"]["post"]["requestBody"]["required"] is True
    assert api["paths"]["/books/{id}"]["patch"]["requestBody"]["required"] is False
    assert "requestBody" not in api["paths"]["/books"]["get"]


def test_the_query_string(api: dict[str, Any]) -> None:
    by_name = {each.get("name"): each for each in api["paths"]["/books"]["get"]["parameters"]}
    assert by_name["page"]["schema"] == {
        "type": "integer", "minimum": 1, "maximum": 2**53, "default": 1,
    }  # fmt: skip
    assert by_name["page"]["required"] is False
    assert by_name["sortBy"]["schema"]["enum"] == ["newest", "name"]
    assert by_name["tags"]["style"] == "form"
    assert by_name["tags"]["explode"] is True
    assert by_name["tags"]["description"].startswith("All must be present. Accepts several values")
    assert by_name["tags"]["schema"]["type"] == "array"
    assert "description" not in by_name["tags"]["schema"]


def test_an_id_in_the_path_has_the_pattern_of_a_uuid_in_either_case(api: dict[str, Any]) -> None:
    schema = api["paths"]["/books/{id}"]["get"]["parameters"][0]["schema"]
    assert schema["format"] == "uuid"
    fresh = ids.new_id()
    for text in (fresh, fresh.upper(), f"urn:uuid:{fresh}", fresh.replace("-", ""), f"{fresh}0"):
        assert (mismatches(api, schema, text) == []) is (ids.parse_id(text) is not None)
    assert api["paths"]["/branches/{name}"]["delete"]["parameters"][0]["schema"] == {
        "type": "string", "minLength": 1,
    }  # fmt: skip


def test_headers_of_requests(api: dict[str, Any]) -> None:
    def shared(path: str, method: str) -> set[str]:
        parameters = api["paths"][path][method]["parameters"]
        return {each["$ref"].rpartition("/")[2] for each in parameters if "$ref" in each}

    assert shared("/books", "get") == {"Prefer", "X-Request-Id", "If-None-Match"}
    assert shared("/books", "post") == {"Prefer", "X-Request-Id", "Idempotency-Key"}
    assert shared("/books/{id}", "patch") == {"Prefer", "X-Request-Id"}
    assert shared("/books/{id}/card", "get") == {"Prefer", "X-Request-Id", "If-None-Match"}
    assert shared("/books/{id}/card", "put") == {"Prefer", "X-Request-Id", "If-Match"}
    assert shared("/books/{id}/card", "delete") == {"Prefer", "X-Request-Id", "If-Match"}
    assert api["components"]["parameters"]["Prefer"]["required"] is False


def test_a_creation_lists_the_errors_of_idempotency_keys(api: dict[str, Any]) -> None:
    def description_of(status: str) -> str:
        response = api["paths"]["/books"]["post"]["responses"][status]
        if "$ref" in response:
            response = api["components"]["responses"][response["$ref"].rpartition("/")[2]]
        return str(response["description"])

    assert "`idempotency_key_malformed`" in description_of("400")
    assert "`already_done`" in description_of("409")
    assert "`idempotency_in_progress`" in description_of("409")
    assert "`idempotency_key_reused`" in description_of("422")
    key = api["components"]["parameters"]["Idempotency-Key"]
    assert mismatches(api, key["schema"], "0197f7a0-5d3c") == []
    assert mismatches(api, key["schema"], '"0197f7a0-5d3c"') == []
    assert mismatches(api, key["schema"], "two words") != []
    assert "24 hours" in key["description"]
