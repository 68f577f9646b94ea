"""The examples of the guide and of the clients' README, as modules that can be type-checked."""

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = (
    "docs/guides/clients.md",
    "docs/guides/browser-sessions.md",
    "clients/typescript/README.md",
    "clients/python/README.md",
)

_TYPESCRIPT = """\
import {
  applyToJob, BridgeworkError, browserSession, codeOf, createBridgeworkClient, getMe, iterate,
  Joining, listJobs, login, logout, resendOtp, updateMe, upload, uploadCv, watchChanges,
} from "bridgework-client";
import type { BridgeworkClient } from "bridgework-client";

declare const client: BridgeworkClient;
declare const after: number, signal: AbortSignal, file: Blob;
declare const baseUrl: string, email: string, password: string, id: string;
declare const firstName: string, lastName: string;
declare function askForCode(): Promise<string>;
declare function show(screen: "home" | "sign-in"): void;
"""
"""What the examples use without declaring it."""

_PYTHON = """\
import contextlib

from bridgework_client import Client

client, after = Client("http://localhost:8000"), 1
"""


def typescript() -> Iterator[str]:
    """Yield a module for each example in TypeScript."""
    for example in _blocks("ts"):
        is_module = example.startswith("import ")
        body = f"{_TYPESCRIPT}\nexport async function example() {{\n{example}}}\n"
        yield example if is_module else body


def python() -> Iterator[str]:
    """Yield a module for each example in Python."""
    for example in _blocks("python"):
        yield example if example.startswith("from ") else f"{_PYTHON}\n{example}"
    for example in _blocks("sh"):
        yield from re.findall(
            r"^\S+/python - <<'END'\n(.*?)^END$", example, re.DOTALL | re.MULTILINE
        )


def _blocks(language: str) -> list[str]:
    pages = "\n".join((ROOT / page).read_text(encoding="utf-8") for page in PAGES)
    return re.findall(rf"^```{language}\n(.*?)^```$", pages, re.DOTALL | re.MULTILINE)
