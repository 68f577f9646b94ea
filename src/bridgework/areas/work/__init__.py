"""Postings, applications to them, consultations, and searches that members keep."""
