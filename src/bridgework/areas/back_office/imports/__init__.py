"""Imports: accounts, candidates and articles from a file.

An administrator sends a file, which a worker of the same process reads in batches. The progress is
saved in the transaction of each batch, so an import continues after a crash and creates nothing
twice. Depends on accounts, recruiting and blogs, whose schemas validate the lines, and on audit.
"""
