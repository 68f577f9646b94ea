"""The request that accepts an invitation."""

from bridgework.kit.validation import InvitationToken, KnownPassword, NewMasterPassword, RequestBody


class AcceptAdminInvitationRequest(RequestBody):
    """The token of an invitation, and the new master password."""

    token: InvitationToken
    """The token from the link in the e-mail."""
    password: KnownPassword
    master_password: NewMasterPassword
    """The new master password for the administrator login."""
