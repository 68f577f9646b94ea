"""The variables of templates, and the checks of their texts."""

import re
from collections.abc import Iterator, Mapping, Sequence

from bridgework.areas.back_office.text_templates.schemas import TemplateKind
from bridgework.kit.core import FieldError, ValidationFailed
from bridgework.kit.validation import SLUG

_PERSONAL = ("firstName", "lastName", "senderName")
VARIABLES: Mapping[TemplateKind, Sequence[str]] = {
    "rejection": (*_PERSONAL, "title"),
    "email": _PERSONAL,
}
"""The variables of each kind: the names of the recipient, the name of the administrator who
writes, and the title of the posting or event that is rejected."""
MAX_REASON = 1000
"""Characters of the reason of a decision."""
_MAX_NAME = 100
_QUOTED = 50
"""Characters of an unknown variable in a message."""
_SLUG = re.compile(SLUG)
_VARIABLE = re.compile(r"\{\{([^{}]*)\}\}")


def is_name(name: str) -> bool:
    """Whether a text can be the name of a template."""
    return len(name) <= _MAX_NAME and _SLUG.fullmatch(name) is not None


def variables_in(*texts: str | None) -> list[str]:
    """Return the variables in texts, each once, in their order."""
    found = (match.strip() for text in texts for match in _VARIABLE.findall(text or ""))
    return list(dict.fromkeys(found))


def must_be_valid(name: str, kind: TemplateKind, subject: str | None, body: str) -> None:
    """Raise ValidationFailed with all faults of a template."""
    faults = [*_faults_of_members(name, kind, subject, body)]
    for path, text in (("subject", subject or ""), ("body", body)):
        faults += _faults_of_variables(path, text, VARIABLES[kind])
    if faults:
        raise ValidationFailed(*faults)


def _faults_of_members(
    name: str, kind: TemplateKind, subject: str | None, body: str
) -> Iterator[FieldError]:
    if not is_name(name):
        message = (
            f"Must be words of a-z and 0-9, separated by single hyphens, with at most {_MAX_NAME} "
            "characters in all."
        )
        yield FieldError("name", "slug", message)
    if kind == "email" and subject is None:
        yield FieldError("subject", "required", "A template for an e-mail requires a subject.")
    if kind == "rejection" and subject is not None:
        message = "The reason of a decision has no subject: omit it or send null."
        yield FieldError("subject", "not_allowed", message)
    if kind == "rejection" and len(body) > MAX_REASON:
        message = f"The reason of a decision may have at most {MAX_REASON} characters."
        yield FieldError("body", "too_long", message)


def _faults_of_variables(path: str, text: str, allowed: Sequence[str]) -> Iterator[FieldError]:
    names = ", ".join(allowed)
    for unknown in variables_in(text):
        if unknown not in allowed:
            message = f'"{unknown[:_QUOTED]}" is not a variable. Allowed are: {names}.'
            yield FieldError(path, "unknown_variable", message)
    rest = _VARIABLE.sub("", text)
    if "{{" in rest or "}}" in rest:
        message = f"Write a variable as {{{{{allowed[0]}}}}}. Allowed are: {names}."
        yield FieldError(path, "malformed_variable", message)
