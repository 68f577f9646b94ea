"""Files of the operating system: who may read them, and writing that survives a power failure."""

from bridgework.kit.core.files.durable_files import rename, sync, write_private
from bridgework.kit.core.files.file_access import access_problem, describe_denial
