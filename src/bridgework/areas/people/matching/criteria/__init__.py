"""What postings require and people offer, read from their fields and free texts."""
