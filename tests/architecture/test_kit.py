"""`kit` knows nothing of the trade: its names and values are none of the areas' nouns."""

import ast
import re
from collections.abc import Iterator

from tests.architecture.sources import PACKAGE, Source, made_up, sources

OF_THE_TRADE = {
    *("dental", "dentist", "dentists", "dentistry", "tooth", "teeth", "healthcare"),
    *("clinic", "clinics", "clinical", "clinician", "clinicians", "practitioner", "hygienist"),
    *("expert", "experts", "candidate", "candidates", "recruiter", "recruiters", "recruiting"),
    *("vendor", "vendors", "ambassador", "ambassadors", "rpo", "matchmaker"),
    *("job", "jobs", "role", "posting", "postings", "consultation", "consultations"),
    *("specialty", "specialties", "specialist", "specialists", "procedure", "procedures"),
}
"""Not `roles`: those of a caller are a term of access control."""
WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
EXAMPLE = "https://api.example/"
"""How an example of an address begins in the OpenAPI document; it may be that of a job."""


def code(source: Source) -> Iterator[tuple[ast.AST, str]]:
    """Every name and every text of a file, but for docstrings, which may give examples."""
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


def of_the_trade(source: Source) -> Iterator[str]:
    for node, text in code(source):
        words = {word.lower() for word in WORD.findall(text)} & OF_THE_TRADE
        if words:
            yield f"{source.at(node)}: {', '.join(sorted(words))}: the areas hand such things in"


def test_the_kit_contains_no_terms_of_dentistry() -> None:
    assert [fault for source in sources(PACKAGE / "kit") for fault in of_the_trade(source)] == []


def test_a_term_of_dentistry_is_found() -> None:
    assert [*of_the_trade(made_up("def vendor_of(caller): ..."))]
    assert [*of_the_trade(made_up("class ClinicCaller: ..."))]
    assert [*of_the_trade(made_up("caller.jobs_role = None"))]
    assert [*of_the_trade(made_up('TOPIC = "experts"'))]
    assert [*of_the_trade(made_up("def ask(*, specialty): ..."))]
    assert not [*of_the_trade(made_up('"""As `/jobs/{id}` is."""\nroles = frozenset()'))]
