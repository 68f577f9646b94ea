"""What the server does not load until it is needed: it starts quickly and stays small."""

import subprocess
import sys

LATE = {
    "alembic",
    "boto3",
    "email_validator",
    "httpcore2",
    "httpx2",
    "icalendar",
    "jinja2",
    "markdown_it",
    "opentelemetry",
    "psycopg",
    "redis",
    "webauthn",
}
"""Libraries of which the first request needs none."""


def printed(code: str) -> str:
    """Return what a new interpreter prints after it has imported what `bridgework serve` does."""
    code = f"import sys, bridgework.commands.serve\n{code}"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return ran.stdout.strip()


def test_libraries_that_the_first_request_does_not_need_are_not_imported() -> None:
    assert printed(f"print(*sorted({LATE} & sys.modules.keys()))") == ""


def test_schemas_are_built_at_their_first_use() -> None:
    code = """
from bridgework.kit.validation import Schema
def all_below(schema):
    return {schema}.union(*map(all_below, schema.__subclasses__()))
schemas = all_below(Schema)
print(len(schemas), sum(schema.__pydantic_complete__ for schema in schemas))
"""
    known, built = map(int, printed(code).split())
    assert known > 200
    assert built < 10  # those with type parameters, and that of `OK`
