"""The OpenAPI 3.0 document, written from the same compiled operations that are served.

`document.py` puts the whole together, `entries.py` writes one operation, `dialect.py` one shape.
Nothing is converted down from a newer version afterwards. `lint.py` finds what validators of
the format overlook; it needs the development extra and nothing that serves imports it.
"""
