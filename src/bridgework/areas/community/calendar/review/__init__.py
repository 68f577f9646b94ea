"""Events that administrators review: requested ones and reported ones."""
