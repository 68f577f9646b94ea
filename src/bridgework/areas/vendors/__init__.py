"""Vendors and ambassadors: what each says of themselves, and the directory of both.

A vendor has a vendor profile, an ambassador an ambassador profile; whoever is verified stands in
the directory, in an entry that is rendered when account or profile change. Leans on accounts for
the people, on uploads for videos and attachments, and on audit.
"""
