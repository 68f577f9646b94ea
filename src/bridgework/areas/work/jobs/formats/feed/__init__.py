"""Approved jobs as schema.org JobPosting, for partners."""
