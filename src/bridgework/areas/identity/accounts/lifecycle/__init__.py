"""Later changes of an account: its password, its address, its status, its erasure."""
