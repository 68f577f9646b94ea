"""The server itself: welcome, API documentation, health probes and metrics."""
