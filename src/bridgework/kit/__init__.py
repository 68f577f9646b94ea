"""What knows nothing of dentistry: the HTTP edge, the database, keys, letters, limits.

Nothing in here imports an area. An area imports from here what it needs, by module.
"""
