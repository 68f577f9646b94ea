"""The statements that the server executes during a request."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import sqlalchemy as sa

from tests.world import World


@contextmanager
def noted(world: World, word: str) -> Iterator[Sequence[str]]:
    """Note the statements with a word in them."""
    engine, statements = world.application.app_state.database.engine, list[str]()

    def note(_connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        if word in statement:
            statements.append(statement)

    sa.event.listen(engine, "before_cursor_execute", note)
    try:
        yield statements
    finally:
        sa.event.remove(engine, "before_cursor_execute", note)
