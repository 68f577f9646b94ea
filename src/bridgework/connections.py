"""The settings by which platforms of others are connected: a part of all settings."""

import importlib.util
from typing import Annotated, Literal

from pydantic import Field, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from bridgework.kit.fields import is_http_url

_API_NAME = r"^[A-Za-z][A-Za-z0-9_]{0,59}$"
_API_NAME_OR_NONE = r"^(?:[A-Za-z][A-Za-z0-9_]{0,59})?$"
ApiName = Annotated[str, Field(pattern=_API_NAME)]


class Connections(BaseSettings):
    """Who tells people from programs, shows our events, keeps candidates, and is told of traces."""

    model_config = SettingsConfigDict(frozen=True, use_attribute_docstrings=True)

    bot_check: Literal["off", "turnstile", "hcaptcha", "recaptcha"] = "off"
    """Whose puzzle is asked for where people register, sign in, or reset a password. Its page has
    to be of the host of the public address, or of one in the CORS origins."""
    bot_check_secret: str = Field(default="", repr=False)
    """The secret that belongs to the site key of your pages."""
    bot_check_url: str = ""
    """Where the vendor is asked, if not at its own address: a proxy of yours, or a stand-in."""
    luma_api_key: str = Field(default="", repr=False)
    """The key of a calendar on Luma that is to show our events. Empty: we show them alone."""
    luma_url: str = ""
    """Where Luma is spoken to, if not at its own address: a proxy of yours, or a stand-in."""
    zoho_client_id: str = ""
    """The id of a client of Zoho's, to keep candidates in Zoho Recruit. Empty: we keep them."""
    zoho_client_secret: str = Field(default="", repr=False)
    """The secret of that client."""
    zoho_refresh_token: str = Field(default="", repr=False)
    """The refresh token that it was granted, for offline access."""
    zoho_accounts_url: str = "https://accounts.zoho.com"
    """Where Zoho gives out tokens, in the data centre of your account."""
    zoho_api_url: str = "https://recruit.zoho.com"
    """Where Zoho Recruit is spoken to, in the same data centre."""
    zoho_job_openings_module: ApiName = "Job_Openings"
    """What Zoho's API calls the module of job openings in your account."""
    zoho_reference_field: Annotated[str, Field(pattern=_API_NAME_OR_NONE)] = ""
    """The API name of a text field of candidates for our reference: one without an e-mail is found
    by it after a breakdown. Empty: there is none."""
    zoho_network_field: ApiName = "Website"
    """The API name of the candidates' field for `professionalNetworkUrl`."""
    zoho_open_to_work_field: Annotated[str, Field(pattern=_API_NAME_OR_NONE)] = ""
    """The API name of a checkbox of candidates for `openToWork`. Empty: it is kept with us."""
    otlp_endpoint: str = ""
    """The collector that traces are told to by OTLP over HTTP, without `/v1/traces`. Empty: there
    are none."""

    @field_validator("bot_check_url", "luma_url", "otlp_endpoint")
    @classmethod
    def _an_address_or_none(cls, value: str) -> str:
        if value and not is_http_url(value):
            raise ValueError("must be an absolute http or https address, or empty")
        return value

    @field_validator("otlp_endpoint")
    @classmethod
    def _with_its_library(cls, value: str) -> str:
        # Its own name alone: others bring an `opentelemetry` without the export.
        if value and not _is_there("opentelemetry.exporter.otlp.proto.http"):
            raise ValueError(
                "needs OpenTelemetry: install requirements/otel.txt, in the source tree by"
                " `script/setup otel`"
            )
        return value

    @field_validator("zoho_accounts_url", "zoho_api_url")
    @classmethod
    def _of_a_data_centre(cls, value: str) -> str:
        if not is_http_url(value) or "?" in value or "#" in value:
            raise ValueError(
                "must be an absolute http or https address, as in https://zoho.example"
            )
        return value.rstrip("/")

    @property
    def zoho_is_connected(self) -> bool:
        """Whether candidates are kept in Zoho Recruit."""
        return bool(self.zoho_refresh_token)

    def half_connected(self, prefix: str) -> list[str]:
        """What is missing where somebody began to connect Zoho, a sentence each."""
        names = ("zoho_client_id", "zoho_client_secret", "zoho_refresh_token")
        missing = [name for name in names if not getattr(self, name)]
        if len(missing) == len(names):
            return []
        return [f"{prefix}{name.upper()} must be set to connect Zoho Recruit" for name in missing]


def _is_there(module: str) -> bool:
    """Whether a module of a package that may be missing can be imported."""
    try:
        return importlib.util.find_spec(module) is not None
    except ModuleNotFoundError:  # nor is the package above it
        return False
