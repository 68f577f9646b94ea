"""The server itself: welcome, API documentation, health probes and metrics (contract 3.12)."""
