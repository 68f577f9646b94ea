"""Why a backup is not made or not restored: one sentence for the operator."""


class BackupRefused(Exception):
    """Something that an operator can fix; the message says what, in one line."""


class Damaged(BackupRefused):
    """The archive is not as it was written."""

    def __init__(self, what: str) -> None:
        super().__init__(f"the archive is damaged or was tampered with: {what}")
