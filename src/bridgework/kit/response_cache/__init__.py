"""The response cache: public responses by data version (decision 0006)."""
