"""The queue: everything that waits for administrators, oldest first over all kinds.

Reads the tables of accounts, postings, consultations, events, reports and e-mails.
"""
