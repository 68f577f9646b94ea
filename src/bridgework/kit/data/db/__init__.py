"""Database access: SQLite or PostgreSQL by SQLAlchemy Core, behind one transaction object.

`database.py` opens the database, `transaction.py` is the only way to execute statements, and
`columns.py` defines the column types that behave the same on both.
"""

from bridgework.kit.data.db.cache_versions import CacheVersion, DataVersion, TopicVersions
from bridgework.kit.data.db.columns import (
    Bytes,
    IdColumn,
    Json,
    Key,
    Number,
    UtcDateTimeColumn,
    json_text,
    other_than,
    partial_index,
    to_text,
)
from bridgework.kit.data.db.compiled import CompiledStatement
from bridgework.kit.data.db.data_ownership import (
    DataOwnership,
    no_personal_data,
    ownership_of,
    personal_data,
)
from bridgework.kit.data.db.database import Database, open_database
from bridgework.kit.data.db.engines.sqlite import SqliteDatabase
from bridgework.kit.data.db.engines.write_batcher import WriteBatcher
from bridgework.kit.data.db.integrity import (
    REMEDY,
    CheckStopped,
    IntegrityMonitor,
    describe_damage,
    describe_error,
    find_damage_within,
    read_only_url,
)
from bridgework.kit.data.db.numbering import Numbering
from bridgework.kit.data.db.records import (
    UNKNOWN,
    NamedRecord,
    Reader,
    from_json,
    from_values,
    of_members,
    reader_of,
    replaced,
    side_by_side,
    to_json,
    to_values,
)
from bridgework.kit.data.db.tables import insert, metadata
from bridgework.kit.data.db.transaction import RetryInThread, Transaction, Tx, tx_on
