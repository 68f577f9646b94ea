"""The files of a page: the modules and styles that it loads, and the policy that permits them."""

import base64
import hashlib
import json
import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Literal

from bridgework.kit.api_docs import IMMUTABLE, StaticFile, static_file
from bridgework.kit.html_pages import theme
from bridgework.kit.http.operations import Operation

PageName = Literal["console", "site"]

TYPES = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "mjs": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
    "webp": "image/webp",
    "jpg": "image/jpeg",
    "webmanifest": "application/manifest+json",
}
_IMPORT = re.compile(r'(?:\bfrom|^import)\s*"([^"]+)"', re.MULTILINE)
"""The name of a module in a statement that imports it."""
_COMMENT = re.compile(
    r"^[ \t]*(?:/\*\*(?:(?!\*/).)*\*/|//[^\n]*)[ \t]*$|/\*\* @(?:(?!\*/)[^\n])*\*/ ?",
    re.MULTILINE | re.DOTALL,
)
"""A comment in lines of its own, or the type of an expression."""
_TEXT = "text/plain; charset=utf-8"
_NOT_SERVED = (".py", ".html")
_MODULES = {
    "preact": "vendor/preact.mjs",
    "preact/hooks": "vendor/hooks.mjs",
    "@preact/signals": "vendor/signals.mjs",
    "@preact/signals-core": "vendor/signals-core.mjs",
    "htm": "vendor/htm.mjs",
    "lean-qr": "vendor/lean-qr.mjs",
}
"""The files of the libraries, by the names that modules import them with."""


@dataclass(frozen=True, slots=True)
class PageFiles:
    """The files of a page, by their paths below it, in a folder that is named by their digest.

    So caches may keep them forever, and relative imports work.
    """

    files: Mapping[str, StaticFile]
    base: str
    """The folder."""
    import_map: str
    """The content of the page's import map, whose URLs are relative to the page."""

    def import_map_at(self, root: str) -> str:
        """The import map for a page at another address; `root` leads to the folder."""
        return self.import_map.replace('"./', f'"{root}')

    def with_imports(self, *paths: str) -> Sequence[str]:
        """Return modules, and all that they import, by their paths in the folder."""
        found: dict[str, None] = {}
        waiting = list(paths)
        while waiting:
            path = waiting.pop(0)
            file = self.files.get(f"{self.base}/{path}")
            if file is not None and path not in found:
                found[path] = None
                names = _IMPORT.findall(file.body.decode())
                waiting += [self._resolve(path, name) for name in names]
        return list(found)

    def _resolve(self, path: str, name: str) -> str:
        if not name.startswith("."):
            url = str(json.loads(self.import_map)["imports"].get(name, ""))
            return url.removeprefix(f"./{self.base}/")
        return posixpath.normpath(f"{posixpath.dirname(path)}/{name}")

    def policy(self, origins: Sequence[str], import_map: str) -> str:
        """The Content-Security-Policy of a page with this import map.

        Images and videos are loaded from the own origin and from `origins`; files are uploaded to
        them.
        """
        digest = base64.b64encode(hashlib.sha256(import_map.encode()).digest()).decode()
        # An image elsewhere would tell its host who looks at what a member wrote.
        own = " ".join(("'self'", *origins))
        return "; ".join(
            (
                "default-src 'none'",
                f"script-src 'self' 'sha256-{digest}'",
                "style-src 'self'",
                f"img-src {own}",
                f"media-src {own}",
                f"connect-src {own}",
                "base-uri 'none'",
                "form-action 'none'",
                "frame-ancestors 'none'",
                "object-src 'none'",
            )
        )


def load(
    page: PageName, operations: Sequence[Operation], further: Mapping[str, bytes] | None = None
) -> PageFiles:
    """Read the files of a page, and add `further` ones.

    `operations.js` names the `operations`. The styles of the page follow those that all share.
    """
    package = resources.files(__package__)
    contents = {
        path: body
        for folder in ("vendor", "ui", page)
        for path, body in _read(package / folder, f"{folder}/")
    }
    contents["operations.js"] = _operations(operations)
    contents["icon.svg"] = theme.ICON.encode()
    contents["icon.png"] = theme.ICON_PNG
    shared = theme.THEME + theme.COMPONENTS + (package / "theme" / "parts.css").read_text("utf-8")
    own_styles = [path for path in contents if path.startswith(page) and path.endswith(".css")]
    contents[f"{page}.css"] = shared.encode() + b"".join(map(contents.pop, own_styles))
    contents |= further or {}
    base = _digest_of(contents)[:16]
    # `ui` imports what differs between the pages by name: their addresses and their sessions.
    own = {f"page/{name}": f"{page}/{name}.js" for name in ("router", "session")}
    modules = {name: f"./{base}/{file}" for name, file in (_MODULES | own).items()}
    files = {f"{base}/{path}": _file(path, body) for path, body in contents.items()}
    return PageFiles(files, base, json.dumps({"imports": modules}))


def _operations(operations: Sequence[Operation]) -> bytes:
    """The module with [method, path, whether it is sent with a key] of operations, by operationId.

    With its idempotency key, a request can be repeated. One whose response is a secret cannot: the
    server does not keep the response.
    """
    rows = {
        each.operation_id: [each.method, each.path, each.takes_key and not each.returns_secret]
        for each in operations
    }
    return f"export const OPERATIONS = {json.dumps(rows)};\n".encode()


def _file(path: str, body: bytes) -> StaticFile:
    return static_file(
        TYPES.get(path.rpartition(".")[2], _TEXT),
        body,
        cache_control=IMMUTABLE,
        content_security_policy="default-src 'none'",
    )


def _read(folder: Traversable, prefix: str) -> Iterator[tuple[str, bytes]]:
    for entry in sorted(folder.iterdir(), key=lambda each: each.name):
        if entry.is_dir():
            if entry.name != "__pycache__":
                yield from _read(entry, f"{prefix}{entry.name}/")
        elif entry.name.endswith(".js"):
            yield f"{prefix}{entry.name}", without_comments(entry.read_text("utf-8")).encode()
        elif not entry.name.endswith(_NOT_SERVED):
            yield f"{prefix}{entry.name}", entry.read_bytes()


def without_comments(module: str) -> str:
    """Return a module without comments and types, in the same lines.

    Browsers report faults by line. A text of a module has no line that begins as a comment does:
    the check of the JavaScript refuses it.
    """
    return _COMMENT.sub(lambda found: "\n" * found[0].count("\n"), module)


def _digest_of(contents: Mapping[str, bytes]) -> str:
    digest = hashlib.sha256()
    for path, body in contents.items():
        digest.update(f"{path}\0{len(body)}\0".encode() + body)
    return digest.hexdigest()
