"""Accounts of the jobs platform: candidates, clinics and referral codes."""
