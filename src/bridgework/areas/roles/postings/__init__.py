"""Role postings: written by clients, opened by administrators, found by members."""
