"""Components without knowledge of dentistry: HTTP, the database, keys, e-mail, rate limits.

No module in this package imports an area. Areas import its modules directly.
"""
