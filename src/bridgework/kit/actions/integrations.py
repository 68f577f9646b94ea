"""The external services that areas use, as configured in the settings."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

Client = TypeVar("Client")


class IntegrationKey(Generic[Client]):
    """Identifies an external service; `Client` is the interface that its area uses."""


class Integrations:
    """The clients of the connected services, by key."""

    def __init__(self) -> None:
        self._clients: dict[IntegrationKey[Any], Any] = {}
        self._closers: list[Callable[[], None]] = []

    def add(self, key: IntegrationKey[Client], client: Client, close: Callable[[], None]) -> None:
        """Connect a service; `close` is called when the application ends."""
        self._clients[key] = client
        self._closers.append(close)

    def get(self, key: IntegrationKey[Client]) -> Client | None:
        """The client of a service, or None if it is not connected."""
        client: Client | None = self._clients.get(key)
        return client

    def close(self) -> None:
        """Close the clients."""
        for close in self._closers:
            close()
