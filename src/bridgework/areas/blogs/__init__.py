"""Blogs: the articles that the public reads.

Anybody lists, reads and follows what is published. Administrators write: drafts, articles that
appear by themselves when their time comes, and such as are out. An article is rendered to HTML and
JSON when it is written, and is found by every slug it ever had. Leans on accounts, whose members
are its authors, and on audit.
"""
