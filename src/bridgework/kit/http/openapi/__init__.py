"""The OpenAPI 3.0 document, generated from the compiled operations that the server runs.

`document.py` assembles it, `operations.py` describes one operation, `json_schema_30.py` one schema.
"""

from bridgework.kit.http.openapi.descriptions import Glossary
from bridgework.kit.http.openapi.document import generate_document
from bridgework.kit.http.openapi.examples import Example, Examples
