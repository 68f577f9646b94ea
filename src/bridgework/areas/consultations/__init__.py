"""Consultations: members ask for one, administrators arrange it.

An account has so many open at once as its cap allows. Leans on accounts for who asks, and on
audit.
"""
