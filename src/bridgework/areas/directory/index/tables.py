"""The index: entries and who has them, and what its words may be mistyped as."""

import sqlalchemy as sa

from bridgework.kit.db.columns import Bytes, Key, Number
from bridgework.kit.db.data_ownership import no_personal_data
from bridgework.kit.db.tables import metadata

entries = sa.Table(
    "directory_entries",
    metadata,
    sa.Column("token", Key, primary_key=True),
    sa.Column("part", Number, primary_key=True, autoincrement=False),
    sa.Column("grade", Number, primary_key=True, autoincrement=False),
    sa.Column("holders", Bytes, nullable=False),
    info=no_personal_data("the index: words and numbers, and none of an expert who has gone"),
)
"""The index: who has an entry (`tokens.py`) in which grade, as sets (`kit/bitmaps.py`), by parts.

The entries of words are the vocabulary as well: a word is there while an expert has it.
"""

slips = sa.Table(
    "directory_slips",
    metadata,
    sa.Column("variant", Key, primary_key=True),
    sa.Column("word", Key, primary_key=True),
    sqlite_with_rowid=False,
    info=no_personal_data("the words of the index once more, by what they may be mistyped as"),
)
"""The words of the vocabulary, each under what it is with a letter left out (`kit/fuzzy.py`)."""
