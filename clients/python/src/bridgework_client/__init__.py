"""A typed client of the Bridgework API, for threads (`Client`) and for asyncio (`AsyncClient`)."""

from bridgework_client.client import AsyncClient, Client
from bridgework_client.errors import ApiError, NoResponse
from bridgework_client.generated import error_codes, models
from bridgework_client.joining import AsyncJoining, Joining
from bridgework_client.session import Tokens

__all__ = [
    "ApiError",
    "AsyncClient",
    "AsyncJoining",
    "Client",
    "Joining",
    "NoResponse",
    "Tokens",
    "error_codes",
    "models",
]
