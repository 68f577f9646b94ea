"""Job postings: written by clinics, decided by administrators, found by members and partners."""
