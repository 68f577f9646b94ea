"""What is stored: the database, its migrations and backups, search and pages of lists."""
