"""A whole fleet on this machine, from the files that an operator installs, and what it proves."""
