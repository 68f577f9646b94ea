"""The feed: short posts of members, with comments and likes.

Members post, comment and like; authors change and delete what is theirs, administrators anybody's.
A picture follows a post by way of the uploads; what moderation hides is gone to everybody until it
is restored. What somebody wrote stays when their account is erased, under nobody's name. Leans on
accounts, uploads and audit.
"""
