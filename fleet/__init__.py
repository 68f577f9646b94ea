"""Starts a complete fleet on this machine from the files in deploy/, and checks it."""
