"""The OpenAPI 3.0 document, generated from the compiled operations that the server runs.

`document.py` assembles it, `operations.py` describes one operation, `json_schema_30.py` one schema.
"""
