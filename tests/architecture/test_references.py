"""References in the source lead to documents that are part of the project."""

import re
from collections.abc import Iterator

from tests.architecture.sources import ROOT, Source, all_sources, parse_source

NUMBERED = re.compile(
    r"\b(?:contract|specification),?\s+(?:#\s+)?(?:sections?\s+(?:#\s+)?)?[0-9]"
    r"|(?<![0-9] )\bsections?\s+(?:#\s+)?[0-9]",
    re.IGNORECASE,
)
"""A numbered part of a document; that of an RFC, `RFC 9110 section 8`, may be named."""
HERE = "tests/architecture/test_references.py"
PAGE = re.compile(r"\bdocs/[\w/-]+\.md\b")


def unresolved(source: Source) -> Iterator[str]:
    """Numbered references to other documents, and references to missing pages."""
    for reference in NUMBERED.finditer(source.text):
        line = source.text.count("\n", 0, reference.start()) + 1
        yield f"{source.name}:{line}: give the reason, or refer to a page in docs/"
    for page in PAGE.findall(source.text):
        if source.name.startswith("src/") and not (ROOT / page).exists():
            yield f"{source.name}: {page} does not exist"


def test_references_resolve() -> None:
    others = [source for source in all_sources() if source.name != HERE]
    assert [violation for source in others for violation in unresolved(source)] == []


def test_an_unresolved_reference_is_found() -> None:
    for text in ("Contract section 3.8", "specification 2.10", "by section 4.1", "docs/teeth.md"):
        assert [*unresolved(parse_source(f"# {text}\n"))], text
    assert [*unresolved(parse_source("# It is a 422 (contract section\n# 1).\n"))]
    for text in ("RFC 9110 section 8.8.3", "docs/guides/calendar.md", "sections of a form"):
        assert not [*unresolved(parse_source(f"# {text}\n"))], text
