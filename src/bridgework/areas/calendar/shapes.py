"""What all nouns of the calendar tell in: who may see an event."""

from typing import Literal

Visibility = Literal["public", "members-only", "private"]
