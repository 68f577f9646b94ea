"""The URL of an S3 storage, from the settings."""

import importlib.util
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Self
from urllib.parse import SplitResult, parse_qs, quote, unquote, urlsplit

from bridgework.kit.text import urls

_PARAMETERS = {"region", "tls", "style", "public"}
_DEFAULT_REGION = "us-east-1"


@dataclass(frozen=True, slots=True)
class S3Address:
    """A bucket, how to connect to it, and the base URL of its public files."""

    bucket: str
    endpoint: str | None
    """None for AWS."""
    region: str
    path_style: bool
    """Whether the bucket is in the path of a URL; otherwise it is in the host name."""
    public: str | None
    """The base URL of public files; None if all files are served by signed URLs."""
    key: str = ""
    secret: str = field(default="", repr=False)
    """Empty, like `key`, if boto3 finds the credentials (environment, profile or instance role)."""

    @classmethod
    def parse(cls, url: str) -> Self:
        """Parse `s3://KEY:SECRET@host:port/bucket?region=…&tls=off&style=…&public=…`.

        Raises ValueError, which names every error and quotes nothing of the URL: any part of it
        could be the secret.
        """
        try:
            parts = urlsplit(url)
        except ValueError:
            raise ValueError("the host is not well-formed") from None
        query = parse_qs(parts.query, keep_blank_values=True)
        errors = [*_url_errors(parts), *_query_errors(query), *_installation_errors()]
        if errors:
            raise ValueError("; ".join(errors))
        values = {name: first for name, (first, *_) in query.items()}
        return cls(
            bucket=parts.path.strip("/"),
            endpoint=_endpoint(parts, encrypted=values.get("tls") != "off"),
            region=values.get("region", _DEFAULT_REGION),
            path_style=values.get("style", "path" if parts.hostname else "host") == "path",
            public=values["public"].rstrip("/") if "public" in values else None,
            key=unquote(parts.username or ""),
            secret=unquote(parts.password or ""),
        )

    def __str__(self) -> str:
        """The URL without its secret."""
        user = f"{quote(self.key, safe='')}:***@" if self.key else ""
        host = (self.endpoint or "").partition("://")[2]
        tls = "&tls=off" if (self.endpoint or "").startswith("http:") else ""
        style = "path" if self.path_style else "host"
        public = f"&public={quote(self.public, safe=':/')}" if self.public else ""
        region = f"?region={self.region}"
        return f"s3://{user}{host}/{self.bucket}{region}{tls}&style={style}{public}"


def _endpoint(parts: SplitResult, *, encrypted: bool) -> str | None:
    if not parts.hostname:
        return None
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    port = f":{parts.port}" if parts.port else ""
    return f"{'https' if encrypted else 'http'}://{host}{port}"


def _url_errors(parts: SplitResult) -> Iterator[str]:
    if parts.scheme != "s3":
        yield "must begin with s3://"
    bucket = parts.path.strip("/")
    if not bucket or "/" in bucket or parts.fragment:
        yield "the path must be one bucket, as in s3://KEY:SECRET@host:9000/bucket"
    if not urls.has_valid_port(parts):
        yield "the port must be a number from 1 to 65535"
    if bool(parts.username) != bool(parts.password):
        yield "a key requires a secret, and a secret requires a key"


def _query_errors(query: dict[str, list[str]]) -> Iterator[str]:
    if query.keys() - _PARAMETERS:
        yield f"the only parameters are {', '.join(sorted(_PARAMETERS))}"
    if any(len(values) > 1 or not values[0] for values in query.values()):
        yield "each parameter must have exactly one value"
    if query.get("tls", ["on"])[0] not in {"on", "off"}:
        yield "tls must be on or off"
    if query.get("style", ["path"])[0] not in {"path", "host"}:
        yield "style must be path or host"
    if not query.get("public", ["https://"])[0].startswith(("https://", "http://")):
        yield "public must be an absolute http or https URL"


def _installation_errors() -> Iterator[str]:
    if importlib.util.find_spec("boto3") is None:
        yield "boto3 is required: install requirements/s3.txt (in a source tree: `script/setup s3`)"
