"""Buckets of an S3 server, and uploads to them as by a client."""

import contextlib
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote
from uuid import uuid4

import boto3
import httpx2

from tests.areas.uploads import samples
from tests.servers import s3


class Bucket:
    """A bucket of one test, with access to its objects."""

    def __init__(self, url: str) -> None:
        self.name = f"bucket-{uuid4()}"
        self.host = url.removeprefix("http://")
        login = {"aws_access_key_id": s3.KEY, "aws_secret_access_key": s3.SECRET}
        self.client: Any = boto3.client("s3", endpoint_url=url, region_name="us-east-1", **login)
        self.client.create_bucket(Bucket=self.name)

    @property
    def url(self) -> str:
        user = f"{s3.KEY}:{quote(s3.SECRET, safe='')}"
        return f"s3://{user}@{self.host}/{self.name}?tls=off"

    def objects(self) -> list[str]:
        listed = self.client.list_objects_v2(Bucket=self.name)
        return [each["Key"] for each in listed.get("Contents", ())]


@contextlib.contextmanager
def opened(url: str) -> Iterator[Bucket]:
    """Create a bucket on the server at this URL."""
    made = Bucket(url)
    try:
        yield made
    finally:
        made.client.close()


def put(ticket: Any, body: bytes = samples.PNG, **headers: str) -> httpx2.Response:
    """Upload bytes to the store with a ticket."""
    sent = {**ticket.get("headers", {}), **{k.replace("_", "-"): v for k, v in headers.items()}}
    return httpx2.put(ticket["uploadUrl"], content=body, headers=sent)
