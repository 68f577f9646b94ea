"""Checks whether the content of a file matches its declared media type, with bounded work."""
