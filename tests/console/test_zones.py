"""Local times in the console agree with the time zone database, at every change of clocks."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from tests.console.conftest import Console

ZONES = (
    *("America/New_York", "America/St_Johns", "America/Santiago", "America/Asuncion"),
    *("Europe/Berlin", "Europe/London", "Europe/Moscow", "Atlantic/Azores", "Africa/Cairo"),
    *("Asia/Tehran", "Asia/Kathmandu", "Asia/Tokyo", "Asia/Gaza", "Antarctica/Troll"),
    *("Australia/Lord_Howe", "Australia/Sydney", "Pacific/Chatham", "Pacific/Apia", "UTC"),
)
CONVERT = """async (cases) => {
  const { src } = document.querySelector("script[type=module]");
  const base = src.replace(/console\\/main\\.js$/, "");
  const { toIsoIn, toLocalIn, isSkippedIn } = await import(`${base}ui/zones.js`);
  return cases.map(({ zone, local, iso }) => [
    toIsoIn(local, zone), isSkippedIn(local, zone), toLocalIn(iso, zone),
  ]);
}"""


def changes_of_clocks(zone: ZoneInfo) -> Iterator[datetime]:
    """Yield the times, to a quarter of an hour, around which the offset of a zone changes."""
    time = datetime(2011, 1, 1, tzinfo=UTC)
    while time.year < 2024:
        later = time + timedelta(days=1)
        if time.astimezone(zone).utcoffset() != later.astimezone(zone).utcoffset():
            quarters = (time + timedelta(minutes=15 * number) for number in range(97))
            yield next(
                each
                for each in quarters
                if each.astimezone(zone).utcoffset() != time.astimezone(zone).utcoffset()
            )
        time = later


def cases_of(name: str) -> Iterator[dict[str, Any]]:
    """Yield local times around each change, with what each is in UTC."""
    zone = ZoneInfo(name)
    times = [datetime(2020, 2, 29, 12, tzinfo=UTC), *changes_of_clocks(zone)]
    for change in times:
        around = change.astimezone(zone).replace(tzinfo=None)
        for minutes in (-1500, -121, -60, -30, -15, 0, 15, 30, 60, 121, 1500):
            local = around + timedelta(minutes=minutes)
            first = local.replace(tzinfo=zone, fold=0).astimezone(UTC)
            is_skipped = first.astimezone(zone).replace(tzinfo=None) != local
            yield {
                "zone": name,
                "local": f"{local:%Y-%m-%dT%H:%M}",
                "iso": first.isoformat(),
                "expected": [
                    f"{first:%Y-%m-%dT%H:%M:%S}.000Z",
                    is_skipped,
                    f"{first.astimezone(zone):%Y-%m-%dT%H:%M}",
                ],
            }


def test_local_times_are_converted_as_the_time_zone_database_says(console: Console) -> None:
    cases = [case for name in ZONES for case in cases_of(name)]
    assert len(cases) > 2_000
    converted = console.page.evaluate(CONVERT, cases)
    wrong = [
        (case, result)
        for case, result in zip(cases, converted, strict=True)
        if case["expected"] != result
    ]
    assert wrong == []
