"""Uploads: files that members bring, and who may fetch them.

A member orders a ticket, brings the bytes by it, and completes the asset, which is looked into
and only then served: to everybody from the public folders, by signed links from the private ones.
What hangs on what is the affair of the areas above, which hand in their say. Leans on accounts
and audit.
"""
