"""The types of the parameters of imports."""

from typing import Annotated

from pydantic import Field

IGNORED = "-"
"""In place of a column that is ignored."""
ColumnName = Annotated[str, Field(max_length=100)]
ColumnNames = Annotated[list[ColumnName], Field(max_length=200, default_factory=list)]
