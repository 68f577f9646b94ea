"""Blogs: the articles that the public reads.

Anybody lists and reads what is published. An article is rendered to HTML and JSON when it is
written. Leans on accounts, whose members are its authors.
"""
