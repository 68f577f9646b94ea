"""The records of the files that administrators download to fill in."""

import codecs
import csv
import io
from collections.abc import Mapping, Sequence

Records = Sequence[Mapping[str, str]]

ACCOUNTS: Records = (
    {
        "email": "maria.lopez@example.com",
        "firstName": "Maria",
        "lastName": "López",
        "role": "expert",
        "jobsRole": "candidate",
        "vendorsRole": "",
    },
    {
        "email": "office@lakeside-dental.example",
        "firstName": "Dana",
        "lastName": "Whitfield",
        "role": "client",
        "jobsRole": "clinic_owner",
        "vendorsRole": "",
    },
)
CANDIDATES: Records = (
    {
        "firstName": "Maria",
        "lastName": "López",
        "email": "maria.lopez@example.com",
        "secondaryEmail": "",
        "phone": "+1 512 555 0142",
        "city": "Austin",
        "state": "Texas",
        "currentJobTitle": "Dental hygienist",
        "experienceInYears": "7",
        "skillSet": "Scaling and root planing, local anesthesia",
        "professionalNetworkUrl": "https://www.example.com/in/maria-lopez",
        "openToWork": "yes",
    },
    {
        "firstName": "Sam",
        "lastName": "Okafor",
        "email": "sam.okafor@example.com",
        "secondaryEmail": "",
        "phone": "",
        "city": "Columbus",
        "state": "Ohio",
        "currentJobTitle": "Office manager",
        "experienceInYears": "12",
        "skillSet": "Scheduling, insurance claims",
        "professionalNetworkUrl": "",
        "openToWork": "no",
    },
)
ARTICLES: Records = (
    {
        "slug": "first-week-in-a-new-practice",
        "title": "Your first week in a new practice",
        "excerpt": "What to ask before the first patient.",
        "body": "Ask for the emergency plan.\n\nThen meet the team.",
        "coverUrl": "",
        "tags": "careers, onboarding",
        "seoTitle": "",
        "seoDescription": "",
        "status": "draft",
        "publishedAt": "",
    },
    {
        "slug": "reading-a-contract",
        "title": "Reading a contract",
        "excerpt": "Pay, notice and the laboratory fee.",
        "body": "Compare the share of the laboratory fee first.",
        "coverUrl": "",
        "tags": "careers, pay",
        "seoTitle": "Reading a dental associate contract",
        "seoDescription": "Pay, notice and the laboratory fee in a contract of an associate.",
        "status": "published",
        "publishedAt": "2026-01-15T09:00:00Z",
    },
)


def render(records: Records) -> bytes:
    """Return records as CSV for spreadsheet programs, with a byte order mark."""
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, [*records[0]], quoting=csv.QUOTE_ALL)
    writer.writeheader()
    writer.writerows(records)
    return codecs.BOM_UTF8 + text.getvalue().encode()
