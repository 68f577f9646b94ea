"""Bridgework: a self-hosted backend for a matchmaking platform in dentistry."""

__version__ = "1.0.0"
