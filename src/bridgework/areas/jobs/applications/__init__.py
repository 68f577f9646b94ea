"""Applications to jobs, the CVs that come with them, and who referred whom."""
