"""The OpenAPI 3.0 document, generated from the same compiled operations that are served.

`document.py` assembles it, `operations.py` describes one operation, `json_schema_30.py` one schema.
"""
