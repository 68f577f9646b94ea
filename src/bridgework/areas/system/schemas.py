"""The response of the welcome."""

from bridgework.kit.schemas import ResponseModel


class Welcome(ResponseModel):
    """The name and version of the API, and the URLs of its documentation."""

    name: str
    version: str
    docs: str
    openapi: str
    catalog: str
