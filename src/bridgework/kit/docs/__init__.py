"""The interactive documentation: Swagger UI, served by ourselves, with a page of our own.

`assets/VERSION` says which files are not ours, where they come from and what they hash to.
"""
