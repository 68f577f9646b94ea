"""The clients: sign-in, refreshed tokens, retries and uploads."""

import asyncio
import contextlib
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, Generator
from types import TracebackType
from typing import Any, Literal, Self, cast

import httpx2

from bridgework_client import streams
from bridgework_client.calls import Headers, Query
from bridgework_client.errors import ApiError, NoResponse, without_response
from bridgework_client.generated import models
from bridgework_client.generated.async_operations import AsyncOperations
from bridgework_client.generated.operations import Operations
from bridgework_client.session import (
    DEVICE_PATHS,
    OnTokens,
    RetryRules,
    Tokens,
    has_expired,
    is_session_ended,
)
from bridgework_client.streams import StreamPosition

NotificationEvent = (
    tuple[Literal["notification"], models.Notification]
    | tuple[Literal["counts"], models.NotificationCounts]
)

_REFRESH = "/auth/refresh"


class _Settings(ABC):
    """What both clients share: settings, tokens, and how a request is built."""

    _http: httpx2.Client | httpx2.AsyncClient

    def __init__(
        self,
        base_url: str,
        *,
        tokens: Tokens | None = None,
        device_token: str | None = None,
        api_key: str | None = None,
        on_tokens: OnTokens | None = None,
        retries: int = 2,
        max_wait: int = 30,
        timeout: float = 30.0,
    ) -> None:
        """`base_url` is the public URL of the server.

        `device_token` is that of an earlier sign-in on this device, which the failures of others do
        not block. `use` stores the next one in the attribute of this name: store it with the
        tokens, and keep it when the session ends.

        `tokens` continue a session; `api_key` is that of a partner and is sent without a session.
        `on_tokens` is called with each new pair of tokens, and with None when the session has
        ended. A safe request, or one with an idempotency key, is sent again up to `retries` times
        if the server names a time of at most `max_wait` seconds. `timeout` is for connecting and
        for each read and write, in seconds.
        """
        self.tokens = tokens
        self.device_token = device_token
        self._base_url = base_url.rstrip("/")
        self._api_key = api_key
        self._on_tokens = on_tokens
        self._rules = RetryRules(retries, max_wait)
        self._open(timeout)

    @abstractmethod
    def _open(self, timeout: float) -> None:
        """Create the pool of connections."""

    def use(self, signed_in: models.SignedIn | models.SignedInOnDevice) -> None:
        """Continue as the account that has signed in, on a device that is known from now on."""
        device_token = signed_in.get("deviceToken")
        if isinstance(device_token, str):
            self.device_token = device_token
        self._set(Tokens.of(signed_in))

    def _set(self, tokens: Tokens | None) -> None:
        self.tokens = tokens
        if self._on_tokens is not None:
            self._on_tokens(tokens)

    def _build(
        self,
        method: str,
        path: str,
        *,
        public: bool = False,
        query: Query | None = None,
        headers: Headers | None = None,
        body: object = None,
        content: bytes | None = None,
        content_type: str | None = None,
    ) -> httpx2.Request:
        sent = {name: value for name, value in (headers or {}).items() if value is not None}
        if not public and self.tokens is not None:
            sent["Authorization"] = _bearer(self.tokens)
        elif not public and self._api_key is not None:
            sent["x-api-key"] = self._api_key
        if path in DEVICE_PATHS and self.device_token is not None:
            sent["X-Device-Token"] = self.device_token
        if content_type is not None:
            sent["Content-Type"] = content_type
        parameters = {name: value for name, value in (query or {}).items() if value is not None}
        return self._http.build_request(
            method,
            f"{self._base_url}{path}",
            params=parameters,
            headers=sent,
            json=body,
            content=content,
        )

    def _tokens_of(self, request: httpx2.Request) -> Tokens | None:
        """The tokens that a request was sent with, if they are still those of the client."""
        tokens = self.tokens
        if tokens is None or request.headers["Authorization"] != _bearer(tokens):
            return None
        return tokens

    def _refresh_request(self, tokens: Tokens) -> httpx2.Request:
        body = {"refreshToken": tokens.refresh}
        return self._build("POST", _REFRESH, public=True, body=body)

    def _use_refreshed(self, tokens: Tokens, response: httpx2.Response) -> None:
        """Replace tokens by those in the response to their refresh, or end the session.

        Does nothing if the client has other tokens meanwhile.
        """
        if not (response.is_success or is_session_ended(response)):
            raise ApiError(response)
        if self.tokens != tokens:
            return
        if response.is_success:
            self.use(response.json()["data"])
        else:
            self._set(None)

    def _authorize(self, request: httpx2.Request) -> bool:
        """Give a request the newest token. False if the session has ended."""
        tokens = self.tokens
        if tokens is None:
            return False
        request.headers["Authorization"] = _bearer(tokens)
        return True


class Client(_Settings, Operations):
    """A client for threads. Methods raise `ApiError`; without a response, `NoResponse`."""

    _http: httpx2.Client

    def _open(self, timeout: float) -> None:
        self._http = httpx2.Client(timeout=timeout, follow_redirects=True)
        self._refreshing = threading.Lock()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def request(self, method: str, path: str, **options: Any) -> httpx2.Response:
        """Send a request and return the response with its headers, such as `ETag`.

        `options` are `query`, `headers`, `body` (JSON), `content` (bytes) and `content_type`; a
        request with `public=True` has no credentials.
        """
        with without_response():
            return self._accepted(self._build(method, path, **options))

    def watch_changes(self, *, after: int | None = None) -> Generator[models.Change, None, None]:
        """Yield changes as they happen: from now on, or after the one with the number `after`.

        If the connection ends, the client connects again and continues after the last change. It
        raises the error of the first connection, and later the `ApiError` of a refused one: 401
        after the end of the session, 410 `changes_expired`.
        """
        with contextlib.closing(self._watch(streams.CHANGES, after)) as events:
            for event in events:
                yield cast("models.Change", event.json())

    def watch_notifications(
        self, *, after: int | None = None
    ) -> Generator[NotificationEvent, None, None]:
        """Yield `("notification", …)` and `("counts", …)` as they happen; first the counts.

        `after` is the number after which a stream continues, from now on without it. If the
        connection ends, the client connects again and misses nothing. It raises what
        `watch_changes` raises.
        """
        with contextlib.closing(self._watch(streams.NOTIFICATIONS, after)) as events:
            for event in events:
                yield cast("NotificationEvent", (event.event, event.json()))

    def _watch(self, path: str, after: int | None) -> Generator[httpx2.ServerSentEvent, None, None]:
        """Yield the events of a stream after a number. Connect again if the connection ends."""
        position = StreamPosition(after)
        while True:
            error: ApiError | httpx2.SSEError | None = None
            try:
                request = self._build("GET", path, headers=position.headers)
                response = self._accepted(_with_pauses(request), stream=True)
                position.open()
                with contextlib.closing(response):
                    for event in httpx2.EventSource(response):
                        if position.take(event):
                            yield event
            except (ApiError, httpx2.SSEError) as failure:
                error = failure
            except httpx2.TransportError as failure:
                error = NoResponse(failure)
            time.sleep(position.delay(error))

    def _accepted(self, request: httpx2.Request, *, stream: bool = False) -> httpx2.Response:
        """The successful response to a request. The body of a stream is not yet read."""
        done, was_refreshed = 0, False
        while True:
            response = self._http.send(request, stream=stream)
            if response.is_success:
                return response
            response.read()
            if not was_refreshed and has_expired(request, response) and self._refresh(request):
                was_refreshed = True
                continue
            wait = self._rules.delay(request, response, done)
            if wait is None:
                raise ApiError(response)
            time.sleep(wait)
            done += 1

    def _refresh(self, request: httpx2.Request) -> bool:
        # A refresh token is valid once: only one thread may send it.
        with self._refreshing:
            tokens = self._tokens_of(request)
            if tokens is not None:
                response = self._http.send(self._refresh_request(tokens))
                self._use_refreshed(tokens, response)
            return self._authorize(request)

    def _bytes(self, method: str, path: str, **options: Any) -> bytes:
        return self.request(method, path, **options).content

    def _json(self, method: str, path: str, **options: Any) -> Any:
        return self.request(method, path, **options).json()

    def upload(
        self,
        content: bytes,
        *,
        file_name: str,
        content_type: str,
        folder: models.Folder = "general-assets",
        feed_post_id: str | None = None,
    ) -> models.Asset:
        """Upload a file in one call: ask for a ticket, send the bytes, complete the upload."""
        body = _file_to_upload(content, file_name, content_type)
        body["folder"] = folder
        if feed_post_id is not None:
            body["feedPostId"] = feed_post_id
        return self._send_file(self.create_upload_url(body), content)

    def upload_cv(self, content: bytes, *, file_name: str, content_type: str) -> models.Asset:
        """Upload a CV. Its `objectPath` is the `cvObjectPath` of an application."""
        ticket = self.create_cv_upload_url(
            {
                "fileName": file_name,
                "contentType": content_type,
                "fileSizeBytes": len(content),
            }
        )
        return self._send_file(ticket, content)

    def _send_file(self, ticket: models.UploadTicket, content: bytes) -> models.Asset:
        # The URL may be that of another server: it gets the ticket's headers and no token.
        with without_response():
            response = self._http.request(
                ticket["method"], ticket["uploadUrl"], headers=ticket["headers"], content=content
            )
        if not response.is_success:
            raise ApiError(response)
        return self.complete_upload({"objectPath": ticket["objectPath"]})


class AsyncClient(_Settings, AsyncOperations):
    """A client for asyncio. Methods raise `ApiError`; without a response, `NoResponse`."""

    _http: httpx2.AsyncClient

    def _open(self, timeout: float) -> None:
        self._http = httpx2.AsyncClient(timeout=timeout, follow_redirects=True)
        self._refreshing = asyncio.Lock()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connections."""
        await self._http.aclose()

    async def request(self, method: str, path: str, **options: Any) -> httpx2.Response:
        """Send a request and return the response with its headers, such as `ETag`.

        `options` are `query`, `headers`, `body` (JSON), `content` (bytes) and `content_type`; a
        request with `public=True` has no credentials.
        """
        with without_response():
            return await self._accepted(self._build(method, path, **options))

    async def watch_changes(
        self, *, after: int | None = None
    ) -> AsyncGenerator[models.Change, None]:
        """Yield changes as they happen: from now on, or after the one with the number `after`.

        If the connection ends, the client connects again and continues after the last change. It
        raises the error of the first connection, and later the `ApiError` of a refused one: 401
        after the end of the session, 410 `changes_expired`.
        """
        async with contextlib.aclosing(self._watch(streams.CHANGES, after)) as events:
            async for event in events:
                yield cast("models.Change", event.json())

    async def watch_notifications(
        self, *, after: int | None = None
    ) -> AsyncGenerator[NotificationEvent, None]:
        """Yield `("notification", …)` and `("counts", …)` as they happen; first the counts.

        `after` is the number after which a stream continues, from now on without it. If the
        connection ends, the client connects again and misses nothing. It raises what
        `watch_changes` raises.
        """
        async with contextlib.aclosing(self._watch(streams.NOTIFICATIONS, after)) as events:
            async for event in events:
                yield cast("NotificationEvent", (event.event, event.json()))

    async def _watch(
        self, path: str, after: int | None
    ) -> AsyncGenerator[httpx2.ServerSentEvent, None]:
        """Yield the events of a stream after a number. Connect again if the connection ends."""
        position = StreamPosition(after)
        while True:
            error: ApiError | httpx2.SSEError | None = None
            try:
                request = self._build("GET", path, headers=position.headers)
                response = await self._accepted(_with_pauses(request), stream=True)
                position.open()
                async with contextlib.aclosing(response):
                    async for event in httpx2.EventSource(response):
                        if position.take(event):
                            yield event
            except (ApiError, httpx2.SSEError) as failure:
                error = failure
            except httpx2.TransportError as failure:
                error = NoResponse(failure)
            await asyncio.sleep(position.delay(error))

    async def _accepted(self, request: httpx2.Request, *, stream: bool = False) -> httpx2.Response:
        """The successful response to a request. The body of a stream is not yet read."""
        done, was_refreshed = 0, False
        while True:
            response = await self._http.send(request, stream=stream)
            if response.is_success:
                return response
            await response.aread()
            if (
                not was_refreshed
                and has_expired(request, response)
                and await self._refresh(request)
            ):
                was_refreshed = True
                continue
            wait = self._rules.delay(request, response, done)
            if wait is None:
                raise ApiError(response)
            await asyncio.sleep(wait)
            done += 1

    async def _refresh(self, request: httpx2.Request) -> bool:
        # A refresh token is valid once: only one task may send it.
        async with self._refreshing:
            tokens = self._tokens_of(request)
            if tokens is not None:
                response = await self._http.send(self._refresh_request(tokens))
                self._use_refreshed(tokens, response)
            return self._authorize(request)

    async def _bytes(self, method: str, path: str, **options: Any) -> bytes:
        return (await self.request(method, path, **options)).content

    async def _json(self, method: str, path: str, **options: Any) -> Any:
        return (await self.request(method, path, **options)).json()

    async def upload(
        self,
        content: bytes,
        *,
        file_name: str,
        content_type: str,
        folder: models.Folder = "general-assets",
        feed_post_id: str | None = None,
    ) -> models.Asset:
        """Upload a file in one call: ask for a ticket, send the bytes, complete the upload."""
        body = _file_to_upload(content, file_name, content_type)
        body["folder"] = folder
        if feed_post_id is not None:
            body["feedPostId"] = feed_post_id
        return await self._send_file(await self.create_upload_url(body), content)

    async def upload_cv(self, content: bytes, *, file_name: str, content_type: str) -> models.Asset:
        """Upload a CV. Its `objectPath` is the `cvObjectPath` of an application."""
        ticket = await self.create_cv_upload_url(
            {
                "fileName": file_name,
                "contentType": content_type,
                "fileSizeBytes": len(content),
            }
        )
        return await self._send_file(ticket, content)

    async def _send_file(self, ticket: models.UploadTicket, content: bytes) -> models.Asset:
        # The URL may be that of another server: it gets the ticket's headers and no token.
        with without_response():
            response = await self._http.request(
                ticket["method"], ticket["uploadUrl"], headers=ticket["headers"], content=content
            )
        if not response.is_success:
            raise ApiError(response)
        return await self.complete_upload({"objectPath": ticket["objectPath"]})


def _with_pauses(request: httpx2.Request) -> httpx2.Request:
    """A request whose response may pause for as long as a stream does."""
    request.extensions["timeout"]["read"] = streams.READ_TIMEOUT
    return request


def _bearer(tokens: Tokens) -> str:
    return f"Bearer {tokens.access}"


def _file_to_upload(
    content: bytes, file_name: str, content_type: str
) -> models.CreateAssetUploadUrlRequest:
    return {
        "fileName": file_name,
        "contentType": content_type,
        "fileSizeBytes": len(content),
    }
