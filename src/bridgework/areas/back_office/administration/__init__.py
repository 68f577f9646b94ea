"""Administration: administrators manage the accounts of all users.

Administrators list, read, change, disable and enable accounts, and assign roles. The accounts area
applies the changes. Depends on accounts and audit; `overview`, which counts the waiting work, also
depends on calendar, consultations, jobs, moderation and roles.
"""
