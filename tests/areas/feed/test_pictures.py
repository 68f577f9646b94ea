"""The picture of a post is an upload, or a URL on the web."""

from bridgework.areas.identity.uploads import hooks
from bridgework.areas.identity.uploads.hooks import ReadyAsset
from bridgework.kit.core import Id
from tests import cast
from tests.areas.feed import feed_requests
from tests.world import Person, World

PATH = "feed-images/01942520/chair.jpg"
URL = f"https://api.example.com/files/{PATH}"


def is_attachable(world: World, person: Person, post: str) -> bool:
    with world.application.app_state.database.reading() as tx:
        return hooks.is_attachable(tx, Id(str(person.id)), Id(post))


def is_in_use(world: World, path: str = PATH) -> bool:
    with world.application.app_state.database.reading() as tx:
        return hooks.is_in_use(tx, path)


def complete(world: World, owner: Person, post: str | None, url: str | None = URL) -> None:
    """Complete an upload of `owner`."""
    asset = ReadyAsset(
        object_path=PATH,
        account_id=Id(str(owner.id)),
        folder="feed-images",
        content_type="image/jpeg",
        file_url=url,
        feed_post_id=None if post is None else Id(post),
    )
    with world.application.app_state.database.writing() as tx:
        hooks.notify_ready(tx, asset)


def test_a_picture_is_attached_only_to_a_visible_own_post(world: World) -> None:
    ada, ben, root = feed_requests.ada(world), feed_requests.ben(world), cast.root(world)
    post, deleted = feed_requests.post(world, ada), feed_requests.post(world, ada)
    world.delete(f"/feed/posts/{deleted}", as_=ada).must(200)
    allowed = [(member.email, is_attachable(world, member, post)) for member in (ada, ben, root)]
    assert allowed == [(ada.email, True), (ben.email, False), (root.email, False)]
    assert not is_attachable(world, ada, deleted)
    assert not is_attachable(world, ada, feed_requests.UNKNOWN_ID)


def test_a_completed_upload_is_the_picture_of_its_post(world: World) -> None:
    ada, ben = feed_requests.ada(world), feed_requests.ben(world)
    post = feed_requests.post(world, ada)
    complete(world, ada, post)
    post_read = feed_requests.get_post(world, ben, post)
    assert (post_read["imageUrl"], post_read["editedAt"]) == (URL, None)


def test_an_upload_of_another_member_or_without_a_post_changes_nothing(world: World) -> None:
    ada, ben = feed_requests.ada(world), feed_requests.ben(world)
    post = feed_requests.post(world, ada)
    complete(world, ben, post)
    complete(world, ada, None)
    complete(world, ada, post, url=None)
    complete(world, ada, feed_requests.UNKNOWN_ID)
    assert feed_requests.get_post(world, ben, post)["imageUrl"] is None


def test_an_upload_is_in_use_while_it_is_a_picture(world: World) -> None:
    ada = feed_requests.ada(world)
    post = feed_requests.post(world, ada)
    assert not is_in_use(world)
    complete(world, ada, post)
    assert is_in_use(world)
    elsewhere = {"imageUrl": "https://pictures.example.org/chair.jpg"}
    world.patch(f"/feed/posts/{post}", elsewhere, as_=ada).must(200)
    assert not is_in_use(world)
    complete(world, ada, post)
    world.patch(f"/feed/posts/{post}", {"content": "Said otherwise"}, as_=ada).must(200)
    assert is_in_use(world)
    world.patch(f"/feed/posts/{post}", {"imageUrl": None}, as_=ada).must(200)
    assert not is_in_use(world)
    complete(world, ada, post)
    world.delete(f"/feed/posts/{post}", as_=ada).must(200)
    assert not is_in_use(world)
