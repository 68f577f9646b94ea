"""`kit` contains no terms of the areas."""

import ast
import re
from collections.abc import Iterator

from tests.architecture.sources import PACKAGE, Source, parse_source, sources

DOMAIN_TERMS = {
    *("dental", "dentist", "dentists", "dentistry", "tooth", "teeth", "healthcare"),
    *("clinic", "clinics", "clinical", "clinician", "clinicians", "practitioner", "hygienist"),
    *("expert", "experts", "candidate", "candidates", "recruiter", "recruiters", "recruiting"),
    *("vendor", "vendors", "ambassador", "ambassadors", "rpo", "matchmaker"),
    *("job", "jobs", "role", "posting", "postings", "consultation", "consultations"),
    *("specialty", "specialties", "specialist", "specialists", "procedure", "procedures"),
}
"""Without `roles`: the roles of a caller are a term of access control."""
WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
EXAMPLE = "https://api.example/"
"""The prefix of example URLs in the OpenAPI document, which may be those of a job."""


def code(source: Source) -> Iterator[tuple[ast.AST, str]]:
    """Yield every name and text of a file except docstrings, which may contain examples."""
    prose = {id(each.value) for each in source.all(ast.Expr)}
    for node in ast.walk(source.tree):
        match node:
            case ast.FunctionDef(name=text) | ast.AsyncFunctionDef(name=text):
                yield node, text
            case ast.ClassDef(name=text) | ast.Name(id=text) | ast.Attribute(attr=text):
                yield node, text
            case ast.arg(arg=str(text)) | ast.keyword(arg=str(text)) | ast.alias(name=text):
                yield node, text
            case ast.Constant(value=str(text)) if id(node) not in prose:
                yield node, "" if text.startswith(EXAMPLE) else text


def domain_terms(source: Source) -> Iterator[str]:
    for node, text in code(source):
        words = {word.lower() for word in WORD.findall(text)} & DOMAIN_TERMS
        if words:
            yield f"{source.at(node)}: {', '.join(sorted(words))}: the areas hand such things in"


def test_the_kit_contains_no_terms_of_dentistry() -> None:
    assert [
        violation for source in sources(PACKAGE / "kit") for violation in domain_terms(source)
    ] == []


def test_a_term_of_dentistry_is_found() -> None:
    assert [*domain_terms(parse_source("def vendor_of(caller): ..."))]
    assert [*domain_terms(parse_source("class ClinicCaller: ..."))]
    assert [*domain_terms(parse_source("caller.jobs_role = None"))]
    assert [*domain_terms(parse_source('TOPIC = "experts"'))]
    assert [*domain_terms(parse_source("def ask(*, specialty): ..."))]
    assert not [*domain_terms(parse_source('"""As `/jobs/{id}` is."""\nroles = frozenset()'))]
