"""Invitations: an appointed administrator sets a master password by an e-mailed link."""
