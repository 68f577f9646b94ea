"""The terms by which administrators find accounts, besides name and address."""
