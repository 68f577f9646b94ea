"""The documentation that the server publishes of its API.

`api_docs.py` holds the OpenAPI document, the Swagger UI pages and the API catalog of a server.
`assets/VERSION` lists the vendored files of Swagger UI, with their origin and hashes.
"""
