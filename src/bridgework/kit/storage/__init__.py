"""Where the bytes of files lie: a folder of this machine, or a store that speaks S3's language.

Clients bring bytes by a ticket and fetch them by an address or by a signed link. What a file is
about, and who may have it, is not known here.
"""
