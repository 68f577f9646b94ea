"""The IP address of the client."""

from collections.abc import Sequence
from functools import lru_cache

from bridgework.kit.core.net import Network, parse
from bridgework.kit.http.requests.request import Request


class ClientIpResolver:
    """Finds the client's address behind the trusted proxies."""

    def __init__(self, trusted: Sequence[Network]) -> None:
        self._trusted = trusted
        self._is_trusted = lru_cache(maxsize=4096)(self._is_in_trusted)

    def client_ip(self, request: Request) -> str:
        """Return the nearest address that is not a trusted proxy.

        `X-Forwarded-For` is read from the right: the first address that is not trusted may have
        written everything to its left.
        """
        peer = request.peer
        if not self._trusted or not self._is_trusted(peer):
            return peer
        hops = [hop.strip() for hop in request.header(b"x-forwarded-for").split(",")]
        for hop in reversed(hops):
            if parse(hop) is None:
                return peer
            peer = hop
            if not self._is_trusted(hop):
                break
        return peer

    def _is_in_trusted(self, text: str) -> bool:
        address = parse(text)
        return address is not None and any(address in network for network in self._trusted)
