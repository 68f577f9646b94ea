"""The addresses of clients, as limits count them."""

import hashlib
import ipaddress
from functools import lru_cache

from bridgework.kit.core.net.network_addresses import Address

_IPV6_PREFIX = 64
"""The prefix length of the IPv6 network that providers assign to one customer."""
_IPV6_SITE_PREFIX = 48
"""The prefix length of the IPv6 network that one customer can get at most."""
_SITE_SCALE = 4
"""How many times the quota of a /64 its /48 has."""


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


def networks(address: str) -> tuple[tuple[str, int], ...]:
    """Return the networks that limits count an address by, and how many times the quota each has.

    An IPv6 address also counts for its /48, with four times the quota: otherwise a customer who has
    a /48 would have the quota of 65,536 customers.
    """
    parsed = parse(address)
    if parsed is None or parsed.version == 4:
        return ((network(address), 1),)
    site = ipaddress.ip_network((parsed, _IPV6_SITE_PREFIX), strict=False)
    return (network(address), 1), (str(site), _SITE_SCALE)


@lru_cache(maxsize=10_000)
def address_keys(address: str) -> tuple[tuple[str, int], ...]:
    """Return the keys by which limits count an address, and how many times the quota each has."""
    return tuple((_key(counted), scale) for counted, scale in networks(address))


def address_key(address: str) -> str:
    """Return the key by which an address is counted first: a digest of its network."""
    return address_keys(address)[0][0]


def parse(text: str) -> Address | None:
    """Parse an address; an IPv4-mapped IPv6 address becomes IPv4. None if it is not an address."""
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return mapped or address


def _key(counted: str) -> str:
    digest = hashlib.blake2b(counted.encode(), digest_size=12, person=b"address")
    return f"address:{digest.hexdigest()}"
