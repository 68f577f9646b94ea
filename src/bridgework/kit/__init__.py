"""What knows nothing of dentistry: HTTP, the database, keys, e-mail, limits.

Nothing in here imports an area. An area imports from here what it needs, by module.
"""
