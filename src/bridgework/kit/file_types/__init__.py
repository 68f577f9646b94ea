"""Whether the content of a file matches its declared type, checked with bounded work."""
