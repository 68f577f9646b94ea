"""References in the source lead to documents that are part of the project."""

import ast
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
GUIDES = ("STYLE.md", "CONTRIBUTING.md")
IN_A_GUIDE = re.compile(
    r"^ *(?:def|class) (\w+)|`(?:raise )?(?:\w+\.)*([a-z]+(?:_[a-z0-9]+)+|[A-Z]\w+)`", re.MULTILINE
)
"""A definition in an example, or a name of the program in a sentence."""
PATH = re.compile(r"`((?:tests|src|script|docs)/[\w/.-]+)")


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


def unknown_in_guide(text: str, known: set[str]) -> Iterator[str]:
    """Yield the names and the paths in a guide for engineers that do not exist."""
    for match in IN_A_GUIDE.finditer(text):
        name = match[1] or match[2]
        if name not in known:
            yield name
    for path in PATH.findall(text):
        if not (ROOT / path).exists():
            yield path


def test_the_guides_for_engineers_name_what_exists() -> None:
    known = set[str]().union(*map(identifiers, all_sources()), {"None"})
    for guide in GUIDES:
        text = (ROOT / guide).read_text(encoding="utf-8")
        assert [*unknown_in_guide(text, known)] == [], guide


def test_an_unknown_name_in_a_guide_is_found() -> None:
    for text in ("`queries.locked_count`", "def locked_count():", "`NoError`", "`tests/teeth.py`"):
        assert [*unknown_in_guide(text, set())], text


NAMED = re.compile(r"`([a-z_][a-z0-9_]*)`")
"""A name in a docstring, such as that of a parameter."""

OTHERS = {"ada", "client_id", "client_secret", "from", "ftyp", "layout", "nan", "pg_stat_activity"}
"""Names of other systems, of keywords, of files and of the demo."""


def identifiers(source: Source) -> set[str]:
    """Return the identifiers of a file."""
    names = {source.module}
    for node in ast.walk(source.tree):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name):
                names.add(name)
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.keyword(arg=str(name)):
                names.add(name)
    return names


def words(source: Source) -> set[str]:
    """Return the words of the strings of a file that are no docstrings."""
    texts = (node.value for node in source.all(ast.Constant) if isinstance(node.value, str))
    return {word for text in texts if "`" not in text for word in re.findall(r"\w+", text)}


def unknown_names(source: Source, known: set[str]) -> Iterator[str]:
    """Yield the names in docstrings of functions that are not known."""
    for function in source.functions():
        for name in NAMED.findall(ast.get_docstring(function) or ""):
            if name not in known:
                yield f"{source.at(function)}: `{name}` in the docstring of {function.name}"


def test_names_in_docstrings_of_functions_exist() -> None:
    """The docstrings of routes name members of the API, whose names are not those of Python."""
    sources = [each for each in all_sources() if each.name.startswith("src/")]
    known = set[str]().union(*map(identifiers, sources))
    assert [
        violation
        for source in sources
        if source.module != "routes"
        for violation in unknown_names(source, known | words(source) | OTHERS)
    ] == []


def test_an_unknown_name_in_a_docstring_is_found() -> None:
    source = parse_source('def add(other: int) -> None:\n    """Add `another` to `other`."""\n')
    assert [*unknown_names(source, identifiers(source) | words(source))] == [
        f"{source.name}:1: `another` in the docstring of add"
    ]
