"""Approved jobs for the sites of partners, in the words of schema.org."""
