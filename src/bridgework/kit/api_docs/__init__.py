"""The API documentation that the server publishes.

`api_docs.py` contains the OpenAPI document, the Swagger UI pages and the API catalog of a server.
`assets/VERSION` lists the vendored files of Swagger UI, with their origin and hashes.
"""
