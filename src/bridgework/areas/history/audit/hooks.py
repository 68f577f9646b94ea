"""Names of the objects that entries are about. `event_handlers.py` registers who knows them."""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from bridgework.kit.core import Id
from bridgework.kit.data.db import Tx


class Named(NamedTuple):
    """An object of an entry: the first part of the action, such as `job`, and the ID."""

    subject: str
    id: Id


name_objects: list[Callable[[Tx, Iterable[Named]], Mapping[Id, str]]] = []
"""Returns the names of objects by their IDs, without those that do not exist or have none."""
