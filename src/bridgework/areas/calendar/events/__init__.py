"""Events: listed, read, held, changed, cancelled, and shown on a page of their own."""
