"""Custom e-mails of administrators, and introductions of two people."""
