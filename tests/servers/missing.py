class ServerMissing(Exception):
    """A test needs a server that this machine does not have; the text says what to install."""
