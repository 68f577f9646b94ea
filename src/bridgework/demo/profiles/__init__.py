"""What experts of the demo say about themselves."""
