"""The settings of integrations with other services."""

import importlib.util
from typing import Annotated, Literal

from pydantic import Field, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from bridgework.kit.security.captcha import DUMMY_SECRETS
from bridgework.kit.storage import ClamdAddress
from bridgework.kit.text import email_addresses
from bridgework.kit.validation import is_http_url

_API_NAME = r"^[A-Za-z][A-Za-z0-9_]{0,59}$"
_API_NAME_OR_NONE = r"^(?:[A-Za-z][A-Za-z0-9_]{0,59})?$"
ApiName = Annotated[str, Field(pattern=_API_NAME)]


class IntegrationSettings(BaseSettings):
    """CAPTCHA providers, Luma, Zoho Recruit, ClamAV, security reports and OpenTelemetry."""

    model_config = SettingsConfigDict(frozen=True)

    captcha: Literal["off", "turnstile", "hcaptcha", "recaptcha"] = "off"
    """The CAPTCHA provider that verifies `botCheckToken` at register, login, forgot and reset. A
    token that cannot be verified is refused. The page that shows the CAPTCHA must be served from
    the host of the public URL or of a CORS origin."""
    captcha_secret: str = Field(default="", repr=False)
    """The provider's secret key. Required in production when a provider is set; the providers' test
    secrets are refused there."""
    captcha_url: str = ""
    """The provider's verification URL, if a proxy is used. Unset: the provider's own."""
    luma_api_key: str = Field(default="", repr=False)
    """The API key of a Luma calendar. Events and their guests, with e-mail addresses, are synced to
    it, and `lumaUrl` links to the event there. Unset: events are not synced."""
    luma_url: str = ""
    """The URL of Luma's API, if a proxy is used. Unset: Luma's own."""
    zoho_client_id: str = ""
    """The ID of a Zoho API client. With its secret and a refresh token, candidates and openings are
    those of an account of [Zoho Recruit](operate/services.md#candidates-in-zoho-recruit). Unset:
    they are stored in the database."""
    zoho_client_secret: str = Field(default="", repr=False)
    """The secret of the Zoho API client. The three settings are set together."""
    zoho_refresh_token: str = Field(default="", repr=False)
    """The refresh token of the Zoho API client, with offline access."""
    zoho_accounts_url: str = "https://accounts.zoho.com"
    """The URL that issues Zoho's tokens, in the data center of the account: `.eu`, `.in`, `.com.au`
    and so on."""
    zoho_api_url: str = "https://recruit.zoho.com"
    """The URL of Zoho Recruit's API, in the same data center."""
    zoho_job_openings_module: ApiName = "Job_Openings"
    """The API name of the module of job openings; in some accounts `JobOpenings`."""
    zoho_reference_field: Annotated[str, Field(pattern=_API_NAME_OR_NONE)] = ""
    """The API name of a text field of candidates that stores Bridgework's reference. After a
    connection failure it identifies a candidate without an e-mail address. Unset: the outcome of
    such a request stays unknown."""
    zoho_network_field: ApiName = "Website"
    """The API name of the candidates' field for `professionalNetworkUrl`."""
    zoho_open_to_work_field: Annotated[str, Field(pattern=_API_NAME_OR_NONE)] = ""
    """The API name of a checkbox of candidates for `openToWork`. Unset: the value is stored in the
    database."""
    clamd: Annotated[ClamdAddress | None, NoDecode] = None
    """Where clamd of ClamAV listens: the path of its socket, as in `/run/clamav/clamd.ctl`, or
    `host:port`. Every uploaded file is [scanned](operate/services.md#malware) before it can be
    read. Unset: files are not scanned."""
    security_contact: str = ""
    """Where to report a vulnerability, for `/.well-known/security.txt` (RFC 9116): an address, as
    in `security@example.com`, or an `https` URL. Unset: the file does not exist."""
    otlp_endpoint: str = ""
    """The URL of a collector that receives traces by OTLP over HTTP, without `/v1/traces`, as in
    `http://127.0.0.1:4318`. See [what it receives](operate/monitoring.md#traces). Requires the
    `otel` extra: `requirements/otel.txt` in an [installation](operate/install.md#installing),
    `script/setup otel` in the source tree. Unset: nothing is traced."""

    @field_validator("captcha_url", "luma_url", "otlp_endpoint")
    @classmethod
    def _check_optional_url(cls, value: str) -> str:
        if value and not is_http_url(value):
            raise ValueError("must be an absolute http or https URL, or empty")
        return value

    @field_validator("otlp_endpoint")
    @classmethod
    def _check_opentelemetry(cls, value: str) -> str:
        # Other packages install an `opentelemetry` namespace without the exporter.
        if value and not _is_installed("opentelemetry.exporter.otlp.proto.http"):
            raise ValueError(
                "requires OpenTelemetry: install requirements/otel.txt, or run `script/setup otel`"
                " in the source tree"
            )
        return value

    @field_validator("clamd", mode="before")
    @classmethod
    def _parse_clamd(cls, value: object) -> object:
        return ClamdAddress.parse(value) if isinstance(value, str) else value

    @field_validator("security_contact")
    @classmethod
    def _check_contact(cls, value: str) -> str:
        is_url = value.startswith("https://") and is_http_url(value)
        if value and not is_url and email_addresses.header_fault(value):
            raise ValueError("must be one address, as in security@example.com, or an https URL")
        return value

    @field_validator("zoho_accounts_url", "zoho_api_url")
    @classmethod
    def _check_zoho_url(cls, value: str) -> str:
        if not is_http_url(value) or "?" in value or "#" in value:
            raise ValueError("must be an absolute http or https URL, as in https://zoho.example")
        return value.rstrip("/")

    @property
    def zoho_is_connected(self) -> bool:
        """Whether candidates are stored in Zoho Recruit."""
        return bool(self.zoho_refresh_token)

    def incomplete_zoho_settings(self, prefix: str) -> list[str]:
        """One sentence for each missing setting if only some of Zoho's are set."""
        names = ("zoho_client_id", "zoho_client_secret", "zoho_refresh_token")
        missing = [name for name in names if not getattr(self, name)]
        if len(missing) == len(names):
            return []
        return [f"{prefix}{name.upper()} must be set to connect Zoho Recruit" for name in missing]

    def unsafe_captcha_settings(self, prefix: str) -> list[str]:
        """One sentence if the CAPTCHA that is set protects nothing."""
        if self.captcha != "off" and not self.captcha_secret:
            return [f"{prefix}CAPTCHA_SECRET must be set when {prefix}CAPTCHA is set"]
        if self.captcha_secret in DUMMY_SECRETS:
            return [f"{prefix}CAPTCHA_SECRET must not be a test secret, which accepts every token"]
        return []


def _is_installed(module: str) -> bool:
    """Whether the module, and its parent package, can be imported."""
    try:
        return importlib.util.find_spec(module) is not None
    except ModuleNotFoundError:  # the parent package is missing
        return False
