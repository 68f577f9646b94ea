"""The feed: short posts of members, with comments and likes.

Authors change and delete their own posts and comments, administrators all of them. An upload adds a
picture to a post. Content that moderation has hidden is not found until it is restored. When an
account is erased, its posts and comments stay, without the author's name. Uses accounts, uploads
and audit.
"""
