"""The overview of a member: what waits for the caller, in one request.

Reads the tables of the areas of postings, consultations, events and profiles.
"""
