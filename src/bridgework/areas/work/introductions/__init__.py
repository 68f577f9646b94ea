"""Introductions: one member asks another for a conversation, and both agree before contacts show.

The owner of a posting who asks invites to apply. A request that its recipient declined, or never
received because of the settings or a block, looks to its sender as one that waits: the sender's row
(`introductions`) is the only one that the sender's answers read, and declining writes only the
recipient's (`received_introductions`). Depends on contacts, directory, vendors, jobs and roles.
"""
