"""Matching: how well a person and a posting fit, by a formula that anybody can recompute.

Roles are matched with experts, jobs with candidates; both directions are one function. The areas
above compile what a posting wants and what a record offers, and put both into the index here; the
index narrows down who is looked at, and never decides a point. Leans on no other area.
`docs/matching.md` explains the formula with an example.
"""
