"""What happened: the audit log, and the feed of changes. All other areas write to them."""
