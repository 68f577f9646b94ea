"""Signing in: passwords given again, codes, limits on guesses, and sessions."""
