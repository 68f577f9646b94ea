"""The response model of the welcome."""

from bridgework.kit.shapes import Record


class Welcome(Record):
    """Where to go from here."""

    name: str
    version: str
    docs: str
    openapi: str
    catalog: str
