"""The number and age of the items waiting for an administrator, by queue."""
