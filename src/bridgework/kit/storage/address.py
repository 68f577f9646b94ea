"""The address of an S3 store, as the settings give it."""

import importlib.util
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Self
from urllib.parse import SplitResult, parse_qs, quote, unquote, urlsplit

from bridgework.kit import urls

_PARAMETERS = {"region", "tls", "style", "public"}
_DEFAULT_REGION = "us-east-1"


@dataclass(frozen=True, slots=True)
class S3Address:
    """A bucket, how it is spoken to, and where its public files are fetched."""

    bucket: str
    endpoint: str | None
    """None for Amazon's own."""
    region: str
    path_style: bool
    """Whether the bucket stands in the path of an address, or else before its host."""
    public: str | None
    """Before the path of a public file; None where everything is fetched by signed links."""
    key: str = ""
    secret: str = field(default="", repr=False)
    """Both empty: the environment, a profile or the machine's role says."""

    @classmethod
    def parse(cls, url: str) -> Self:
        """The store at `s3://KEY:SECRET@host:port/bucket?region=…&tls=off&style=…&public=…`.

        Raises ValueError that names every fault, and nothing of what it was given: any part of
        it could be the secret.
        """
        try:
            parts = urlsplit(url)
        except ValueError:
            raise ValueError("the host is not well-formed") from None
        given = parse_qs(parts.query, keep_blank_values=True)
        faults = [*_faults(parts), *_faults_of_parameters(given), *_faults_of_machine()]
        if faults:
            raise ValueError("; ".join(faults))
        said = {name: values[0] for name, values in given.items()}
        return cls(
            bucket=parts.path.strip("/"),
            endpoint=_endpoint(parts, encrypted=said.get("tls") != "off"),
            region=said.get("region", _DEFAULT_REGION),
            path_style=said.get("style", "path" if parts.hostname else "host") == "path",
            public=said["public"].rstrip("/") if "public" in said else None,
            key=unquote(parts.username or ""),
            secret=unquote(parts.password or ""),
        )

    def __str__(self) -> str:
        """The address without its secret."""
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


def _faults(parts: SplitResult) -> Iterator[str]:
    if parts.scheme != "s3":
        yield "must begin with s3://"
    bucket = parts.path.strip("/")
    if not bucket or "/" in bucket or parts.fragment:
        yield "one bucket must follow the host, as in s3://KEY:SECRET@host:9000/bucket"
    if not urls.has_valid_port(parts):
        yield "the port must be a number from 1 to 65535"
    if bool(parts.username) != bool(parts.password):
        yield "a key needs a secret, and a secret a key"


def _faults_of_parameters(given: dict[str, list[str]]) -> Iterator[str]:
    if given.keys() - _PARAMETERS:
        yield f"the parameters are {', '.join(sorted(_PARAMETERS))}"
    if any(len(values) > 1 or not values[0] for values in given.values()):
        yield "each parameter must have one value"
    if given.get("tls", ["on"])[0] not in {"on", "off"}:
        yield "tls must be on or off"
    if given.get("style", ["path"])[0] not in {"path", "host"}:
        yield "style must be path or host"
    if not given.get("public", ["https://"])[0].startswith(("https://", "http://")):
        yield "public must be an absolute http or https address"


def _faults_of_machine() -> Iterator[str]:
    if importlib.util.find_spec("boto3") is None:
        yield "needs boto3: install requirements/s3.txt, in the source tree by `script/setup s3`"
