"""What waits for an administrator, by queue, and since when."""
