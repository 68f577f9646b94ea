"""Markdown as its readers will see it, while an administrator writes it."""
