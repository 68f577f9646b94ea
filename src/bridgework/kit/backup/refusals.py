"""Why a backup is not made, or not taken: a sentence each, to whoever asked for it."""


class BackupRefused(Exception):
    """Something an operator can mend; the message says what, in one line."""


class Damaged(BackupRefused):
    """The archive is not as it was written."""

    def __init__(self, what: str) -> None:
        super().__init__(f"the archive is damaged or was tampered with: {what}")
