"""The IP address of the client."""

import hashlib
import ipaddress
from collections.abc import Sequence
from functools import lru_cache

from bridgework.kit.http.request import Request

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
_IPV6_PREFIX = 64
"""The prefix length of the IPv6 network that providers assign to one customer."""


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
            if _parse(hop) is None:
                return peer
            peer = hop
            if not self._is_trusted(hop):
                break
        return peer

    def _is_in_trusted(self, text: str) -> bool:
        address = _parse(text)
        return address is not None and any(address in network for network in self._trusted)


def network(address: str) -> str:
    """Return the network that limits count by: an IPv6 /64, or a single IPv4 address.

    An IPv4-mapped IPv6 address counts as the IPv4 address. Text that is not an IP address, such as
    the path of a Unix socket, is returned unchanged.
    """
    parsed = _parse(address)
    if parsed is None:
        return address
    if parsed.version == 4:
        return str(parsed)
    return str(ipaddress.ip_network((parsed, _IPV6_PREFIX), strict=False))


@lru_cache(maxsize=10_000)
def address_key(address: str) -> str:
    """Return the key by which limits count an address: a digest of its network."""
    digest = hashlib.blake2b(network(address).encode(), digest_size=12, person=b"address")
    return f"address:{digest.hexdigest()}"


def _parse(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """Parse an address; an IPv4-mapped IPv6 address becomes IPv4. None if it is not an address."""
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return mapped or address
