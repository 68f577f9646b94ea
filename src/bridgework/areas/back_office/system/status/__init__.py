"""The status of the installation for administrators: versions, database, queue and services."""
