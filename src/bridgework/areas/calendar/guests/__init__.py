"""Guests: invited by administrators, answering by themselves or by the link in their letter."""
