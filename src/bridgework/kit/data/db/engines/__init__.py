"""The two databases: how each connects, and how each runs transactions."""
