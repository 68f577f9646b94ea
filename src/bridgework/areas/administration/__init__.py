"""Administration: the people who run it all, looking after everybody's accounts.

Administrators list, read and change accounts, give roles, disable and enable. What a change does
to an account is the accounts area's; which change is allowed is said here. Leans on accounts and
audit; `overview`, which counts what waits, on calendar, consultations, jobs, moderation and roles
too.
"""
