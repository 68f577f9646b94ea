"""The addresses of clients, as limits count them."""

import hashlib
import ipaddress
from functools import lru_cache

from bridgework.kit.core.net.network_addresses import Address

_IPV6_PREFIX = 64
"""The prefix length of the IPv6 network that providers assign to one customer."""


def network(address: str) -> str:
    """Return the network that limits count by: an IPv6 /64, or a single IPv4 address.

    An IPv4-mapped IPv6 address counts as the IPv4 address. Text that is not an IP address, such as
    the path of a Unix socket, is returned unchanged.
    """
    parsed = parse(address)
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


def parse(text: str) -> Address | None:
    """Parse an address; an IPv4-mapped IPv6 address becomes IPv4. None if it is not an address."""
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return mapped or address
