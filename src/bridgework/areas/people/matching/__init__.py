"""Matching: how well a person and a posting match, by a deterministic formula.

Roles are matched with experts, jobs with candidates. Both directions use the same function. Other
areas add what a posting wants and what a record offers to the index. The index limits how many
subjects are scored, and never changes a score. Depends on no other area except for the table of
accounts. `docs/matching.md` explains the formula with an example.
"""
