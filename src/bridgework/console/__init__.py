"""The console of administrators: static files that use the public API and nothing else."""
