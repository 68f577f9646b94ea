"""Exports: the records that administrators can list, as files of any size.

Reads the lists of the other areas in batches, and depends on them and on audit.
"""
