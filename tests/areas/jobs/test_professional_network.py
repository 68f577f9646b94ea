"""URLs of profiles on the professional network."""

from pathlib import Path

import pytest

from bridgework.areas.work.jobs import policies
from bridgework.settings import Settings
from tests import world as worlds
from tests.areas.jobs import board
from tests.world import World

HOST = "linkedin.com"

ACCEPTED = [
    "https://linkedin.com/in/ada",
    "http://linkedin.com/in/ada",
    "https://www.linkedin.com/in/ada",
    "http://www.linkedin.com/in/ada-lovell",
    "https://www.linkedin.com/in/ada/",
    "https://www.linkedin.com/in/ada/details/experience/",
    "https://www.linkedin.com/in/ada?trk=public",
    "https://www.linkedin.com/in/ada/?trk=public&lang=en",
    "https://www.linkedin.com/in/ada#about",
    "https://www.linkedin.com/in/ada/?a=1#about",
    "https://www.linkedin.com/in/ada?",
    "https://www.linkedin.com/in/ada#",
    "https://www.linkedin.com/in/a",
    "https://www.linkedin.com/in/123456",
    "https://www.linkedin.com/in/ada_lovell.1~x",
    "https://www.linkedin.com/in/jos%C3%A9-garc%C3%ADa",
    "https://www.linkedin.com/in/ada,dds",
    "HTTPS://WWW.LINKEDIN.COM/IN/ADA",
    "https://LinkedIn.com/In/Ada",
    "https://www.linkedin.com/in/ada//",
    "https://www.linkedin.com/in/ada/in/eve",
]
REFUSED = [
    "",
    "linkedin.com/in/ada",
    "www.linkedin.com/in/ada",
    "//linkedin.com/in/ada",
    "ftp://linkedin.com/in/ada",
    "https:linkedin.com/in/ada",
    "https://linkedin.com",
    "https://linkedin.com/",
    "https://linkedin.com/in",
    "https://linkedin.com/in/",
    "https://linkedin.com/in//ada",
    "https://linkedin.com/in/?ada",
    "https://linkedin.com/in/#ada",
    "https://linkedin.com/pub/ada",
    "https://linkedin.com/company/ada",
    "https://linkedin.com/inn/ada",
    "https://linkedin.com//in/ada",
    "https://linkedin.com/x/in/ada",
    "https://uk.linkedin.com/in/ada",
    "https://wwww.linkedin.com/in/ada",
    "https://www.www.linkedin.com/in/ada",
    "https://linkedin.com.example.com/in/ada",
    "https://example.com/linkedin.com/in/ada",
    "https://notlinkedin.com/in/ada",
    "https://linkedin-com/in/ada",
    "https://linkedinxcom/in/ada",
    "https://linkedin.com./in/ada",
    "https://linkedin.com:443/in/ada",
    "https://linkedin.com:8443/in/ada",
    "https://ada@linkedin.com/in/ada",
    "https://linkedin.com@example.com/in/ada",
    "https://linkedin.com\\@example.com/in/ada",
    "https://linkedin.com/in/ada lovell",
    "https://linkedin.com/in/ada\n",
    " https://linkedin.com/in/ada",
    "https://linkedin.com/in/ada<script>",
    "https://linkedin.com/in/ada?<script>",
    'https://linkedin.com/in/ada"',
    "https://linkedin.com/in/jos\u00e9",
    "https://l\u0131nkedin.com/in/ada",
    "https://linked\u0130n.com/in/ada",
    "javascript:alert('https://linkedin.com/in/ada')",
]


@pytest.mark.parametrize("url", ACCEPTED)
def test_a_url_of_a_profile_is_accepted(url: str) -> None:
    assert policies.validate_profile_url(url, HOST) == []


@pytest.mark.parametrize("url", REFUSED)
def test_another_url_is_refused(url: str) -> None:
    (fault,) = policies.validate_profile_url(url, HOST)
    assert (fault.path, fault.code) == ("professionalNetworkUrl", "not_a_profile")


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
class TestAnotherNetwork:
    @pytest.fixture
    def settings(self, tmp_path: Path, database_url: str) -> Settings:
        host = "network.example.com"
        return worlds.settings(tmp_path, database_url=database_url, professional_network_host=host)

    def test_the_host_is_a_setting(self, world: World) -> None:
        people = board.sign_up_all(world)
        path = f"/jobs/{board.post_approved(world, people)}/applications"
        for host, status in (("linkedin.com", 422), ("www.network.example.com", 201)):
            url = f"https://{host}/in/cyrus"
            body = {**board.APPLICATION, "professionalNetworkUrl": url}
            world.post(path, body, as_=people.cyrus).must(status)
