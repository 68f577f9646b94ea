"""File uploads and downloads.

A member requests an upload ticket, uploads the bytes and completes the asset. Completing verifies
the content; only then is the file served: from public folders to all callers, from private folders
by signed links. Other areas decide, by hooks, who may read a file that they reference and whether
it is in use. Depends on accounts and audit.
"""
