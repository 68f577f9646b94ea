"""Jobs as postings: how they differ from roles, their applications, and their moderation."""
