"""The number of registrations, sign-ins, postings, applications and e-mails of each day."""
