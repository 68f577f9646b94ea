"""The response model of the welcome."""

from bridgework.kit.schemas import ResponseModel


class Welcome(ResponseModel):
    """Where to go from here."""

    name: str
    version: str
    docs: str
    openapi: str
    catalog: str
