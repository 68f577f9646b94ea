"""What the jobs platform knows of an account: candidate, clinic, referral code."""
