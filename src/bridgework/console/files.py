"""The files below `/console/`: the page, and the modules and styles that it loads."""

import base64
import hashlib
import html
import json
import string
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from importlib import resources
from importlib.resources.abc import Traversable

from bridgework.kit.api_docs import IMMUTABLE, SampleAccount, StaticFile, static_file
from bridgework.kit.html_pages import theme
from bridgework.kit.http.operations import Operation
from bridgework.kit.storage import Storage

_TYPES = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "mjs": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}
_TEXT = "text/plain; charset=utf-8"
_NOT_SERVED = (".py", ".html")
_LIBRARIES = {
    "preact": "preact.mjs",
    "preact/hooks": "hooks.mjs",
    "@preact/signals": "signals.mjs",
    "@preact/signals-core": "signals-core.mjs",
    "htm": "htm.mjs",
}
"""The files of the libraries, by the names that modules import them with."""


def load_files(
    operations: Sequence[Operation], storage: Storage, accounts: Sequence[SampleAccount] = ()
) -> Mapping[str, StaticFile]:
    """Every file by its path below `/console/`; the page itself has the empty path.

    The other files are in a folder that is named by a digest of all of them, so that caches may
    keep them forever and relative imports work. `operations.js` names the `operations`. The sign-in
    offers `accounts`. Images are loaded from the console's own origin and from `storage`, and files
    are uploaded to them.
    """
    contents = dict(_read(resources.files(__package__)))
    contents["operations.js"] = _operations(operations)
    contents["icon.svg"] = theme.ICON.encode()
    contents["console.css"] = (theme.THEME + theme.COMPONENTS).encode() + contents["console.css"]
    base = _digest_of(contents)[:16]
    return {
        "": _page(base, storage.origins(), accounts),
        **{f"{base}/{path}": _file(path, body) for path, body in contents.items()},
    }


def _operations(operations: Sequence[Operation]) -> bytes:
    """The module with the method and the path of each operation, by operationId."""
    rows = {each.operation_id: [each.method, each.path] for each in operations}
    return f"export const OPERATIONS = {json.dumps(rows)};\n".encode()


def _page(base: str, origins: Sequence[str], accounts: Sequence[SampleAccount]) -> StaticFile:
    imports = {name: f"./{base}/vendor/{file}" for name, file in _LIBRARIES.items()}
    import_map = json.dumps({"imports": imports})
    template = (resources.files(__package__) / "index.html").read_text("utf-8")
    page = string.Template(template).substitute(
        base=base,
        import_map=import_map,
        origins=html.escape(" ".join(origins)),
        accounts=html.escape(json.dumps([asdict(account) for account in accounts])),
    )
    digest = base64.b64encode(hashlib.sha256(import_map.encode()).digest()).decode()
    return static_file(
        "text/html; charset=utf-8", page.encode(), content_security_policy=_policy(digest, origins)
    )


def _policy(import_map_digest: str, origins: Sequence[str]) -> str:
    # An image elsewhere would tell its host when an administrator looks at what a member wrote.
    own = " ".join(("'self'", *origins))
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src 'self' 'sha256-{import_map_digest}'",
            "style-src 'self'",
            f"img-src {own}",
            f"connect-src {own}",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
            "object-src 'none'",
        )
    )


def _file(path: str, body: bytes) -> StaticFile:
    return static_file(
        _TYPES.get(path.rpartition(".")[2], _TEXT),
        body,
        cache_control=IMMUTABLE,
        content_security_policy="default-src 'none'",
    )


def _read(folder: Traversable, prefix: str = "") -> Iterator[tuple[str, bytes]]:
    for entry in sorted(folder.iterdir(), key=lambda each: each.name):
        if entry.is_dir():
            if entry.name != "__pycache__":
                yield from _read(entry, f"{prefix}{entry.name}/")
        elif not entry.name.endswith(_NOT_SERVED):
            yield f"{prefix}{entry.name}", entry.read_bytes()


def _digest_of(contents: Mapping[str, bytes]) -> str:
    digest = hashlib.sha256()
    for path, body in contents.items():
        digest.update(f"{path}\0{len(body)}\0".encode() + body)
    return digest.hexdigest()
