"""Blogs: the articles of the public blog.

Published posts are public, also as an Atom feed. Administrators write drafts, scheduled posts,
which become public at their time without further action, and published posts. A post is rendered
to HTML and JSON when it is written, and stays reachable under each slug that it ever had. Depends
on accounts (authors) and audit.
"""
