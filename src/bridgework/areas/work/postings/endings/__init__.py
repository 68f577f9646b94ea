"""The end of postings, and the notifications of their applicants."""
