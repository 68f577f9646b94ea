class ServerMissing(Exception):
    """A test needs a server that is not installed; the message says what to install."""
