"""The timeline of a person: the records of all tables, newest first."""
