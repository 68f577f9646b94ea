"""Saved searches: named filters of the lists of experts and jobs, and their results."""
