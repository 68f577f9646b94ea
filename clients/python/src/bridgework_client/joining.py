"""Joining: the password and the roles stay in memory until the address is verified."""

from bridgework_client.client import AsyncClient, Client
from bridgework_client.generated import models


class _Joining:
    def __init__(self, email: str, registration: models.Registration) -> None:
        self._email = email
        self._registration = registration

    def _body(self, bot_check_token: str | None) -> models.RegisterRequest:
        joining = self._registration
        body: models.RegisterRequest = {"email": self._email, "password": joining["password"]}
        if "role" in joining:
            body["role"] = joining["role"]
        if "jobsRole" in joining:
            body["jobsRole"] = joining["jobsRole"]
        if "vendorsRole" in joining:
            body["vendorsRole"] = joining["vendorsRole"]
        if bot_check_token is not None:
            body["botCheckToken"] = bot_check_token
        return body

    def _proof(self, otp: str, link_token: str | None) -> models.VerifyEmailRequest:
        proof: models.VerifyEmailRequest = {
            "email": self._email,
            "otp": otp,
            "registration": self._registration,
        }
        if link_token is not None:
            proof["linkToken"] = link_token
        return proof


class Joining(_Joining):
    """Registers an account, and verifies its address with the same password and roles.

    They replace those of another person who has registered the address.
    """

    def __init__(self, client: Client, email: str, registration: models.Registration) -> None:
        super().__init__(email, registration)
        self._client = client

    def register(self, *, bot_check_token: str | None = None) -> models.Registered:
        """Create the account.

        After the error `ACCOUNT_EXISTS` the owner of the address may still `verify` it, with the
        newest code.
        """
        return self._client.register(self._body(bot_check_token))

    def verify(self, otp: str, *, link_token: str | None = None) -> models.SignedInOnDevice:
        """Verify the address with a code, and continue as the account.

        `link_token` is that of the link in the e-mail.
        """
        signed_in = self._client.verify_email(self._proof(otp, link_token))
        self._client.use(signed_in)
        return signed_in


class AsyncJoining(_Joining):
    """`Joining` for asyncio."""

    def __init__(self, client: AsyncClient, email: str, registration: models.Registration) -> None:
        super().__init__(email, registration)
        self._client = client

    async def register(self, *, bot_check_token: str | None = None) -> models.Registered:
        """Create the account, as `Joining.register` does."""
        return await self._client.register(self._body(bot_check_token))

    async def verify(self, otp: str, *, link_token: str | None = None) -> models.SignedInOnDevice:
        """Verify the address and continue as the account, as `Joining.verify` does."""
        signed_in = await self._client.verify_email(self._proof(otp, link_token))
        self._client.use(signed_in)
        return signed_in
