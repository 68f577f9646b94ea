"""Postings that ended, and the applicants who are told."""
