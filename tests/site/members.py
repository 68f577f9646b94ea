"""What the tests of the member site do through the API."""

from dataclasses import dataclass
from typing import Any, cast

import httpx2
from playwright.sync_api import Route

from bridgework.demo import people
from tests.site.conftest import PASSWORD, SiteReader, payload

HOSTILE = '<img src=https://elsewhere.example/x onerror="alert(1)"><b>bold</b>'
"""A text that is shown as it is."""


@dataclass(frozen=True)
class Member:
    """A signed-in account at the API."""

    api: httpx2.Client
    token: str

    def request(self, method: str, path: str, body: object = None, **query: str) -> httpx2.Response:
        """Call an operation."""
        headers = {"authorization": f"Bearer {self.token}"}
        return self.api.request(method, path, json=body, params=query or None, headers=headers)

    def send(self, method: str, path: str, body: object = None, **query: str) -> Any:
        """Call an operation, and return its payload."""
        return payload(self.request(method, path, body, **query))

    def get(self, path: str, **query: str) -> Any:
        return self.send("GET", path, **query)


def member(
    site: SiteReader, email: str, password: str = PASSWORD, agent: str | None = None
) -> Member:
    """Sign in at the API."""
    return Member(site.api, session(site.api, email, password, agent)["token"])


def lose(route: Route) -> None:
    """Let a request reach the server, and lose its response."""
    route.fetch()
    route.abort()


def administrator(site: SiteReader) -> Member:
    """Sign in at the API as the administrator of the demo."""
    return member(site, people.ROOT)


def session(
    api: httpx2.Client, email: str, password: str = PASSWORD, agent: str | None = None
) -> dict[str, Any]:
    """Sign in at the API; returns the session, as a browser gets it."""
    path, sent = "/auth/login", {"email": email, "password": password}
    if email == people.ROOT:
        path = "/auth/admin/login"
        sent = {"email": email, "masterPassword": people.MASTER_PASSWORD}
    headers = {"user-agent": agent} if agent else {}
    return cast("dict[str, Any]", payload(api.post(path, json=sent, headers=headers)))


def register(site: SiteReader, email: str, password: str = PASSWORD, **roles: str) -> Member:
    """Join at the API with the code of the e-mail."""
    sent = {"email": email, "password": password, **roles}
    payload(site.api.post("/auth/register", json=sent))
    code = {"email": email, "otp": site.code(email)}
    verified = payload(site.api.post("/auth/verify-email", json=code))
    return Member(site.api, verified["token"])


def open_role(site: SiteReader, **members: object) -> dict[str, Any]:
    """Post a role as the client of the demo, and activate it."""
    body = {
        "companyName": "Tidegauge Dental Software",
        "healthcareVertical": "Dental",
        "contactPerson": "Ben Achterberg",
        "contactEmail": people.BEN,
        "roleNeeded": "Orthodontist for a study of photographs",
        "workingPreference": "Advisory, remote",
        "challenge": "Forty cases, two readers, one protocol to be written together.",
        "timeline": "Within 1 month",
        "budgetRange": "200 an hour",
        "tags": ["Clear aligners"],
        **members,
    }
    role = member(site, people.BEN).send("POST", "/roles", body)
    administrator(site).send("POST", f"/admin/roles/{role['id']}/approve")
    return cast("dict[str, Any]", role)


def open_job(site: SiteReader, **members: object) -> dict[str, Any]:
    """Post a job as the clinic of the demo, and approve it."""
    body = {
        "companyName": "Orchard Gate Dental",
        "contactPerson": "Carla Mendizábal",
        "contactEmail": people.CARLA,
        "roleNeeded": "Associate dentist for Saturdays",
        "roleType": "general",
        "challenge": "A second column on Saturdays, with a hygienist and two assistants.",
        "location": "Austin, Texas",
        "employmentType": "part-time",
        "annualCompMin": 60_000,
        "annualCompMax": 80_000,
        "requiredLicenses": ["Texas"],
        **members,
    }
    job = member(site, people.CARLA).send("POST", "/jobs", body)
    administrator(site).send("POST", f"/admin/jobs/{job['id']}/approve")
    return cast("dict[str, Any]", job)
