"""What Schemathesis has to be told of this API's query strings; loaded by it, not by pytest."""

from typing import Any

import schemathesis


@schemathesis.hook
def filter_query(context: schemathesis.HookContext, query: dict[str, Any]) -> bool:
    """No values that are written as nothing: an empty one equals an absent one (contract 1).

    Schemathesis sends objects for wrong types, and blanks for members of a list that is too
    long; on the wire neither is there, and that the server lets them pass is no fault.
    """
    return not any(_is_written_as_nothing(value) for value in (query or {}).values())


def _is_written_as_nothing(value: object) -> bool:
    if isinstance(value, list):
        return not value or any(_is_written_as_nothing(one) for one in value)
    return isinstance(value, dict) or (isinstance(value, str) and not value.strip())
