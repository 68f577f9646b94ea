"""Addresses of clients and receivers, and responses of limited size."""

from bridgework.kit.core.net.client_addresses import address_key, address_keys, parse
from bridgework.kit.core.net.network_addresses import (
    AddressRefused,
    Network,
    is_local_name,
    literal_address,
    must_be_allowed,
    parse_resolved,
)
