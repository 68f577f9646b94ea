"""The Python client, for threads and for asyncio, against a server with the demo data.

`test_python.py` generates the client and runs this.
"""

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx2
import pytest
from bridgework_client import (
    ApiError,
    AsyncClient,
    AsyncJoining,
    Client,
    Joining,
    NoResponse,
    Tokens,
    models,
)
from bridgework_client.calls import next_position, quote
from bridgework_client.errors import seconds_to_wait
from bridgework_client.session import RetryRules

from bridgework.demo.people import MASTER_PASSWORD, PASSWORD
from tests.clients.conftest import Demo
from tests.clients.server_side import expire, newest_code

PDF = b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n%%EOF\n"
ADA = "ada.expert@example.com"
ROOT = "root.admin@example.com"
STRANGE = ("a stranger's password", "another one of the stranger")


def test_a_candidate_applies_for_a_job(demo: Demo) -> None:
    address = "python.threads@example.com"
    stored: list[Tokens | None] = []
    with Client(demo.url, on_tokens=stored.append) as client:
        joining = Joining(client, address, {"password": PASSWORD, "jobsRole": "candidate"})
        assert joining.register()["user"]["jobsRole"] == "candidate"
        joining.verify(newest_code(demo.folder, address))
        client.update_profile({"firstName": "Petra", "lastName": "Thread"})
        assert client.get_profile()["firstName"] == "Petra"
        first = stored[0]
        assert first is not None
        client.tokens = Tokens(expire(demo.folder, demo.url, first.access), first.refresh)
        jobs = list(client.iter_jobs(limit=2, search="dentist"))
        assert len(stored) == 2
        assert stored[1] == client.tokens != first

        assert len(jobs) == len({job["id"] for job in jobs}) > 2
        assert [*jobs] == client.list_jobs(limit=100, search="dentist")["items"]
        form = _application_with_cv(client, address)
        applied = client.apply_to_job(jobs[0]["id"], form, idempotency_key="once")
        again = client.apply_to_job(jobs[0]["id"], form, idempotency_key="once")
        assert applied == again
        with pytest.raises(ApiError) as refused:
            client.apply_to_job(jobs[0]["id"], form)
        assert refused.value.status == 409
        assert refused.value.code in {"already_applied", "job_already_applied_to"}
        assert client.list_my_job_matches()["emptyReason"] == "not_verified"

        with Client(demo.url) as admin:
            admin.use(admin.admin_login({"email": ROOT, "masterPassword": MASTER_PASSWORD}))
            user = client.get_me()["id"]
            admin.admin_patch_user(user, {"jobsVerificationTier": "verified"})
        assert client.list_my_job_matches()["emptyReason"] != "not_verified"


def _application_with_cv(client: Client, address: str) -> models.JobApplicationRequest:
    cv = client.upload_cv(PDF, file_name="cv.pdf", content_type="application/pdf")
    assert cv["state"] == "ready"
    return {
        "firstName": "Petra",
        "lastName": "Thread",
        "email": address,
        "cvObjectPath": cv["objectPath"],
    }


def register_as_stranger(demo: Demo, address: str, *passwords: str) -> None:
    """Register the address of another person, more than once with several passwords."""
    with Client(demo.url) as stranger:
        for number, password in enumerate(passwords):
            sent: models.RegisterRequest = {"email": address, "password": password}
            if number == 0:
                stranger.register({**sent, "role": "client", "vendorsRole": "vendor"})
            else:
                with pytest.raises(ApiError):
                    stranger.register(sent)


def must_be_of_the_owner(demo: Demo, address: str, account: models.Account) -> None:
    """Check that the owner's password and roles hold, and those of the stranger do not."""
    assert (account["role"], account["jobsRole"]) == ("expert", "candidate")
    assert account["vendorsRole"] is None
    with Client(demo.url) as client:
        for password in STRANGE:
            with pytest.raises(ApiError) as refused:
                client.login({"email": address, "password": password})
            assert refused.value.code == "invalid_credentials"
        client.use(client.login({"email": address, "password": PASSWORD}))
        assert client.get_me()["id"] == account["id"]


def test_the_owner_of_an_address_joins_after_a_stranger(demo: Demo) -> None:
    address = "owner.threads@example.com"
    register_as_stranger(demo, address, *STRANGE)
    with Client(demo.url) as client:
        joining = Joining(client, address, {"password": PASSWORD, "jobsRole": "candidate"})
        with pytest.raises(ApiError) as taken:
            joining.register()
        assert taken.value.code == "ACCOUNT_EXISTS"
        joining.verify(newest_code(demo.folder, address))
        must_be_of_the_owner(demo, address, client.get_me())


def test_the_owner_of_an_address_joins_after_a_stranger_with_asyncio(demo: Demo) -> None:
    address = "owner.asyncio@example.com"
    register_as_stranger(demo, address, *STRANGE)

    async def join() -> models.Account:
        async with AsyncClient(demo.url) as client:
            joining = AsyncJoining(client, address, {"password": PASSWORD, "jobsRole": "candidate"})
            with pytest.raises(ApiError) as taken:
                await joining.register()
            assert taken.value.code == "ACCOUNT_EXISTS"
            await joining.verify(newest_code(demo.folder, address))
            return await client.get_me()

    must_be_of_the_owner(demo, address, asyncio.run(join()))


def test_an_expert_works_with_asyncio(demo: Demo) -> None:
    asyncio.run(_an_expert(demo))


async def _an_expert(demo: Demo) -> None:
    stored: list[Tokens | None] = []
    async with AsyncClient(demo.url, on_tokens=stored.append) as client:
        client.use(await client.login({"email": ADA, "password": PASSWORD}))
        matches = [match async for match in client.iter_my_role_matches(limit=2)]
        assert matches
        first = stored[0]
        assert first is not None
        client.tokens = Tokens(expire(demo.folder, demo.url, first.access), first.refresh)
        profiles = await asyncio.gather(*(client.get_profile() for _ in range(10)))
        assert len({profile["firstName"] for profile in profiles}) == 1
        assert len(stored) == 2
        asset = await client.upload(PDF, file_name="a.pdf", content_type="application/pdf")
        assert asset["folder"] == "general-assets"
        await client.delete_asset({"objectPath": asset["objectPath"]})
        cards = [card async for card in client.iter_experts(limit=7)]
        assert len(cards) == len({card["id"] for card in cards}) > 7
        await client.logout()
        with pytest.raises(ApiError) as refused:
            await client.get_me()
        assert (refused.value.status, refused.value.code) == (401, "token_invalid")
        assert stored[-1] is None
        assert client.tokens is None


def test_an_expired_token_is_refreshed_once_by_many_threads(demo: Demo) -> None:
    stored: list[Tokens | None] = []
    with Client(demo.url, on_tokens=stored.append) as client:
        client.use(client.login({"email": ADA, "password": PASSWORD}))
        first = stored[0]
        assert first is not None
        client.tokens = Tokens(expire(demo.folder, demo.url, first.access), first.refresh)
        with ThreadPoolExecutor(8) as pool:
            names = {each["firstName"] for each in pool.map(lambda _: client.get_me(), range(16))}
        assert len(names) == 1
        assert len(stored) == 2


@pytest.mark.parametrize("starts_another", [False, True])
def test_a_refresh_does_not_undo_what_happened_meanwhile(
    demo: Demo, starts_another: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    send = httpx2.Client.send
    with Client(demo.url) as client:
        client.use(client.login({"email": ADA, "password": PASSWORD}))
        first = client.tokens
        client.use(client.login({"email": ADA, "password": PASSWORD}))
        assert first is not None
        assert client.tokens is not None
        second, meanwhile = client.tokens, first if starts_another else None
        client.tokens = Tokens(expire(demo.folder, demo.url, second.access), second.refresh)

        def slow(http: httpx2.Client, request: httpx2.Request, **options: Any) -> httpx2.Response:
            response = send(http, request, **options)
            if request.url.path == "/auth/refresh":
                client.tokens = meanwhile
            return response

        monkeypatch.setattr(httpx2.Client, "send", slow)
        if starts_another:
            client.get_me()
        else:
            with pytest.raises(ApiError):
                client.get_me()
        assert client.tokens == meanwhile


def test_a_refusal_has_a_typed_code_and_details(demo: Demo) -> None:
    with Client(demo.url) as client:
        with pytest.raises(ApiError) as wrong:
            client.login({"email": ADA, "password": "not this one"})
        assert wrong.value.code == "invalid_credentials"
        assert wrong.value.request_id
        with pytest.raises(ApiError) as unknown:
            client.login({"email": "no.account@example.com", "password": "not this one"})
        assert unknown.value.code == "ACCOUNT_NOT_FOUND"
        with pytest.raises(ApiError) as invalid:
            client.register({"email": "nonsense", "password": "a"})
        assert {each["path"] for each in invalid.value.details} == {"email", "password"}
        with pytest.raises(ApiError) as missing:
            client.get_expert("01978c42-0f10-7e6b-b3a5-40d2c97e1f68")
        assert (missing.value.status, missing.value.code) == (404, "http_404")


def test_an_error_without_a_response_has_a_code_and_its_cause() -> None:
    async def ask() -> None:
        async with AsyncClient("http://127.0.0.1:1") as client:
            await client.get_options()

    with Client("http://127.0.0.1:1") as client, pytest.raises(NoResponse) as failed:
        client.get_options()
    with pytest.raises(NoResponse) as also_failed:
        asyncio.run(ask())
    for error in (failed.value, also_failed.value):
        assert (error.status, error.code) == (0, "no_response")
        assert isinstance(error.__cause__, httpx2.ConnectError)


def test_the_headers_of_a_response_are_readable(demo: Demo) -> None:
    with Client(demo.url) as client:
        client.use(client.login({"email": ADA, "password": PASSWORD}))
        tag = client.request("GET", "/users/me/profile").headers["ETag"]
        client.update_profile_details({"availability": "now"}, if_match=tag)
        with pytest.raises(ApiError) as refused:
            client.update_profile_details({"availability": "now"}, if_match='"0-0000000000000000"')
        assert refused.value.code == "precondition_failed"


def test_a_safe_request_waits_for_the_time_that_the_server_names(strict_server: str) -> None:
    with Client(strict_server) as client:
        start = time.monotonic()
        for _ in range(4):
            client.get_options()
        assert time.monotonic() - start > 0.5


def test_an_unsafe_request_is_sent_once(strict_server: str) -> None:
    with Client(strict_server) as client:
        for _ in range(3):
            client.get_options()
        with pytest.raises(ApiError) as refused:
            client.resend_otp({"email": "no.account@example.com"})
    assert refused.value.code == "rate_limited"
    assert refused.value.retry_after is not None


def test_a_refresh_that_is_limited_keeps_the_session(strict_server: str) -> None:
    tokens = Tokens("no token", "no token either")
    stored: list[Tokens | None] = []
    with Client(strict_server, tokens=tokens, on_tokens=stored.append) as client:
        client.get_options()
        client.get_options()
        with pytest.raises(ApiError) as limited:
            client.get_me()
        assert limited.value.code == "rate_limited"
        assert (client.tokens, stored) == (tokens, [])
        time.sleep(limited.value.retry_after or 0)
        with pytest.raises(ApiError) as ended:
            client.get_me()
        assert ended.value.code == "token_invalid"
        assert (client.tokens, stored) == (None, [None])


@pytest.mark.parametrize(
    ("method", "headers", "status", "retry_after", "done", "expected"),
    [
        ("GET", {}, 429, "30", 0, 30),
        ("GET", {}, 429, "31", 0, None),
        ("GET", {}, 503, "1", 1, 1),
        ("GET", {}, 503, "1", 2, None),
        ("GET", {}, 503, "soon", 0, None),
        ("GET", {}, 200, "1", 0, None),
        ("POST", {}, 429, "1", 0, None),
        ("POST", {"Idempotency-Key": "once"}, 409, "0", 0, 0),
    ],
)
def test_what_is_sent_again(
    method: str,
    headers: dict[str, str],
    status: int,
    retry_after: str,
    done: int,
    expected: int | None,
) -> None:
    request = httpx2.Request(method, "http://localhost/", headers=headers)
    response = httpx2.Response(status, headers={"Retry-After": retry_after})
    assert RetryRules(2, 30).delay(request, response, done) == expected


@pytest.mark.parametrize("body", ['{"error": {"type": "x"}}', '{"code": 7}', "[]", "<h1>"])
def test_a_response_without_a_code_has_one_of_its_status(body: str) -> None:
    assert str(ApiError(httpx2.Response(502, text=body)).code) == "http_502"


@pytest.mark.parametrize(
    ("page", "position", "expected"),
    [
        ([{}, {}], {}, {"page": 2}),
        ([{}, {}], {"page": 2}, {"page": 3}),
        ([{}], {"page": 3}, None),
        ([], {"page": 3}, None),
        ({"items": [], "page": 1, "limit": 2, "total": 3}, {}, {"page": 2}),
        ({"items": [], "page": 2, "limit": 2, "total": 4}, {"page": 2}, None),
        ({"items": [], "hasMore": True, "nextCursor": "b"}, {}, {"cursor": "b"}),
        ({"items": [], "hasMore": False, "nextCursor": None}, {"cursor": "b"}, None),
        ({"items": [], "hasMore": True, "nextAfter": 7}, {}, {"after": 7}),
    ],
)
def test_the_next_page(page: object, position: dict[str, object], expected: object) -> None:
    assert next_position(page, {"limit": 2}, position) == expected


def test_values_are_encoded() -> None:
    assert quote("a/b?c") == "a%2Fb%3Fc"
    assert seconds_to_wait({"Retry-After": "٣"}) is None
