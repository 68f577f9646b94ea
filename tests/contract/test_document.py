"""The OpenAPI document, the docs page and the API catalog."""

import re
from typing import Any

import pytest
from openapi_spec_validator import OpenAPIV30SpecValidator

from bridgework import routes
from bridgework.kit.http.operations import audience_of
from bridgework.settings import Settings
from tests.kit.openapi import lint
from tests.world import PUBLIC_URL, World

# These tests need no database.
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

OPERATIONS = routes.operations()

BODIES = {
    "register": "RegisterRequest",
    "login": "LoginRequest",
    "adminLogin": "AdminLoginRequest",
    "verifyEmail": "VerifyEmailRequest",
    "resendOtp": "ResendOtpRequest",
    "changePassword": "ChangePasswordRequest",
    "forgotPassword": "ForgotPasswordRequest",
    "resetPassword": "ResetPasswordRequest",
    "updateMe": "UpdateUserRequest",
    "updateProfile": "FullProfileUpdateRequest",
    "updateProfileDetails": "AdditionalDetailUpdateRequest",
    "createUploadUrl": "CreateAssetUploadUrlRequest",
    "completeUpload": "AssetObjectPathRequest",
    "getDownloadUrl": "AssetObjectPathRequest",
    "deleteAsset": "AssetObjectPathRequest",
    "createCvUploadUrl": "JobCvUploadRequest",
    "createCoverUploadUrl": "CalendarCoverUploadUrlRequest",
    "createRole": "RolePostingRequest",
    "adminCreateRole": "AdminRolePostingRequest",
    "updateRole": "RoleUpdateRequest",
    "applyToRole": "RoleApplicationRequest",
    "createConsultation": "CreateConsultationRequest",
    "createFeedPost": "CreateFeedPostRequest",
    "updateFeedPost": "UpdateFeedPostRequest",
    "createFeedComment": "CreateFeedCommentRequest",
    "adminSendCustomEmail": "SendCustomEmailRequest",
    "adminPreviewIntroEmail": "IntroEmailPreviewRequest",
    "adminSendIntroEmail": "SendIntroEmailRequest",
    "adminCreateCandidate": "CreateCandidateRequest",
    "adminAssociateJobs": "AssociateJobsRequest",
    "adminBulkCreateCandidates": "BulkCandidatesRequest",
    "adminPatchUser": "PatchUserRequest",
    "adminAssignRole": "AssignRoleRequest",
    "createEvent": "CreateEventRequest",
    "updateEvent": "UpdateEventRequest",
    "addGuests": "AddGuestsRequest",
    "submitEvent": "SubmitEventRequest",
    "createJob": "JobPostingRequest",
    "adminUpdateJob": "AdminJobUpdateRequest",
    "applyToJob": "JobApplicationRequest",
    "approveJob": "JobDecisionRequest",
    "rejectJob": "JobDecisionRequest",
    "updateJobsMe": "JobsSelfUpdateRequest",
    "updateVendorsMe": "VendorsSelfUpdateRequest",
    "updateVendorProfile": "VendorProfileUpdateRequest",
    "updateAmbassadorProfile": "AmbassadorProfileUpdateRequest",
}
"""The names of request bodies in the specification by operation."""

ERRORS = {
    "Error": {"error", "message"},
    "MessageError": {"message"},
    "EmailNotVerifiedError": {"message", "isEmailVerified", "code"},
    "AccountNotFoundError": {"message", "code", "redirectTo"},
    "AccountExistsError": {"message", "code", "redirectTo"},
}
"""The errors of the specification with their members."""


@pytest.fixture
def document(world: World) -> dict[str, Any]:
    response = world.get("/openapi.json").must(200)
    assert response.headers["content-type"] == "application/json"
    parsed: dict[str, Any] = response.json
    return parsed


def operations_of(document: dict[str, Any]) -> dict[tuple[str, str], dict[str, Any]]:
    """Return the operations of the document by method and path."""
    return {
        (method.upper(), path): operation
        for path, item in document["paths"].items()
        for method, operation in item.items()
    }


def test_the_document_is_valid(document: dict[str, Any]) -> None:
    assert document["openapi"].startswith("3.0.")
    assert [error.message for error in OpenAPIV30SpecValidator(document).iter_errors()] == []
    assert lint.faults(document) == []


def test_the_document_has_title_and_description(document: dict[str, Any]) -> None:
    assert document["info"]["version"] == "1.0.0"
    assert document["info"]["contact"]["email"] == "help@example.com"
    assert document["servers"] == [{"url": PUBLIC_URL}]


class TestWithoutASupportAddress:
    @pytest.fixture
    def settings(self, settings: Settings) -> Settings:
        return settings.model_copy(update={"support_email": ""})

    def test_the_contact_is_the_public_address(self, document: dict[str, Any]) -> None:
        assert document["info"]["contact"] == {"name": "Support", "url": PUBLIC_URL}


def test_the_document_has_both_security_schemes(document: dict[str, Any]) -> None:
    bearer = document["components"]["securitySchemes"]["bearerAuth"]
    partner = document["components"]["securitySchemes"]["partnerApiKey"]
    assert (bearer["type"], bearer["scheme"], bearer["bearerFormat"]) == ("http", "bearer", "JWT")
    assert (partner["type"], partner["in"], partner["name"]) == ("apiKey", "header", "x-api-key")


def test_the_document_has_the_operations_of_the_server(document: dict[str, Any]) -> None:
    documented = {
        (*at, operation["operationId"]) for at, operation in operations_of(document).items()
    }
    assert documented == {
        (operation.method, operation.path, operation.operation_id) for operation in OPERATIONS
    }


def test_each_operation_has_one_described_tag_of_its_audience(document: dict[str, Any]) -> None:
    groups = {group["name"]: group["tags"] for group in document["x-tagGroups"]}
    grouped = [tag for tags in groups.values() for tag in tags]
    assert list(groups) == ["Public", "Members", "Administrators"]
    assert grouped == [tag["name"] for tag in document["tags"]]
    assert len(set(grouped)) == len(grouped)
    assert [tag["name"] for tag in document["tags"] if not tag.get("description")] == []
    documented = operations_of(document)
    for operation in OPERATIONS:
        [tag] = documented[operation.method, operation.path]["tags"]
        assert tag in groups[audience_of(operation.who)]


def test_the_description_explains_each_kind_of_caller(document: dict[str, Any]) -> None:
    explained = re.findall(r"^\| (\w+) \|", document["info"]["description"], re.MULTILINE)
    kinds = {kind.split()[0] for operation in OPERATIONS for kind in operation.who.name.split(", ")}
    assert kinds <= set(explained)


def test_summaries_are_plain_text(document: dict[str, Any]) -> None:
    summaries = [operation["summary"] for operation in operations_of(document).values()]
    assert [summary for summary in summaries if "`" in summary] == []


def test_the_document_says_which_operations_need_a_token(document: dict[str, Any]) -> None:
    documented = operations_of(document)
    for operation in OPERATIONS:
        security = documented[operation.method, operation.path]["security"]
        assert ({} in security or security == []) == (operation.who.credentials == "none"), (
            operation.path
        )


def test_request_bodies_have_the_names_of_the_specification(document: dict[str, Any]) -> None:
    for operation in operations_of(document).values():
        expected = BODIES.get(operation["operationId"])
        if expected is not None:
            [media] = operation["requestBody"]["content"].values()
            assert media["schema"] == {"$ref": f"#/components/schemas/{expected}"}


def test_errors_have_the_names_and_members_of_the_specification(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    for name, members in ERRORS.items():
        assert set(schemas[name]["properties"]) == set(schemas[name]["required"]) == members


def test_the_error_enums_of_the_specification_are_documented(document: dict[str, Any]) -> None:
    def only(name: str, member: str) -> Any:
        [value] = document["components"]["schemas"][name]["properties"][member]["enum"]
        return value

    assert only("EmailNotVerifiedError", "isEmailVerified") is False
    assert only("EmailNotVerifiedError", "code") == "EMAIL_NOT_VERIFIED"
    assert only("AccountNotFoundError", "code") == "ACCOUNT_NOT_FOUND"
    assert only("AccountNotFoundError", "redirectTo") == "/register"
    assert only("AccountExistsError", "code") == "ACCOUNT_EXISTS"
    assert only("AccountExistsError", "redirectTo") == "/login"


def test_a_current_copy_of_the_document_gets_304(world: World) -> None:
    first = world.get("/openapi.json").must(200)
    tag = first.headers["etag"]
    assert world.get("/openapi.json", headers={"if-none-match": tag}).must(304).body == b""


CATALOG = "/.well-known/api-catalog"
LINKSET = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_the_api_catalog_is_served(world: World, method: str) -> None:
    response = world.send(method, CATALOG).must(200)
    assert response.headers["content-type"] == LINKSET
    assert f'<{PUBLIC_URL}{CATALOG}>; rel="api-catalog"' in response.headers["link"]
    whole = world.get(CATALOG).body
    assert response.body == (whole if method == "GET" else b"")
    assert response.headers["content-length"] == str(len(whole))


def test_the_links_of_the_api_catalog_resolve(world: World) -> None:
    anchors = world.get(CATALOG).json["linkset"]
    assert {anchor["anchor"] for anchor in anchors} == {f"{PUBLIC_URL}{CATALOG}", f"{PUBLIC_URL}/"}
    targets = [
        target
        for anchor in anchors
        for relation in anchor.values()
        if isinstance(relation, list)
        for target in relation
    ]
    paths = {target["href"].removeprefix(PUBLIC_URL) for target in targets}
    assert {"/openapi.json", "/docs/"} <= paths
    for target in targets:
        response = world.get(target["href"].removeprefix(PUBLIC_URL)).must(200)
        assert response.headers["content-type"].startswith(target.get("type", ""))


def test_the_docs_page_and_its_assets_are_served(world: World) -> None:
    assert world.get("/docs").must(308).headers["location"] == f"{PUBLIC_URL}/docs/"
    page = world.get("/docs/").must(200)
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert 'data-accounts="[]"' in page.body.decode(), "only the demo offers its people"
    assert world.send("HEAD", "/docs/").must(200).body == b""
    needed = re.findall(r'(?:src|href)="([^"#]+)"', page.body.decode())
    assert not [address for address in needed if "//" in address]
    for address in needed:
        path = "/openapi.json" if address == "../openapi.json" else f"/docs/{address}"
        world.get(path.removesuffix("./")).must(200)


def test_the_icon_is_served_where_browsers_request_it(world: World) -> None:
    response = world.get("/favicon.ico").must(200)
    assert response.headers["content-type"] == "image/x-icon"
    assert response.body.startswith(b"\0\0\1\0")


def test_an_unknown_document_is_not_found(world: World) -> None:
    for name in ("nothing.js", "..%2Fpage.py", "%00", "index.html"):
        assert world.get(f"/docs/{name}").must(404).error == "no_such_document"
