"""A picture follows its post by an upload, or stands elsewhere on the web."""

from bridgework.areas.uploads import hooks
from bridgework.areas.uploads.hooks import ReadyAsset
from bridgework.kit.ids import Id
from tests import cast
from tests.areas.feed import circle
from tests.world import Person, World

PATH = "feed-images/01942520/chair.jpg"
URL = f"https://api.example.com/files/{PATH}"


def attachable(world: World, person: Person, post: str) -> bool:
    with world.application.app_state.database.reading() as tx:
        return hooks.is_attachable(tx, Id(str(person.id)), Id(post))


def held(world: World, path: str = PATH) -> bool:
    with world.application.app_state.database.reading() as tx:
        return hooks.is_in_use(tx, path)


def finish(world: World, owner: Person, post: str | None, url: str | None = URL) -> None:
    """Have an upload of somebody's become ready."""
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


def test_a_picture_goes_with_a_post_of_ones_own_that_is_shown(world: World) -> None:
    ada, ben, root = circle.ada(world), circle.ben(world), cast.root(world)
    post, gone = circle.post(world, ada), circle.post(world, ada)
    world.delete(f"/feed/posts/{gone}", as_=ada).must(200)
    allowed = [(who.email, attachable(world, who, post)) for who in (ada, ben, root)]
    assert allowed == [(ada.email, True), (ben.email, False), (root.email, False)]
    assert not attachable(world, ada, gone)
    assert not attachable(world, ada, circle.NOBODYS)


def test_a_finished_upload_is_the_picture_of_its_post(world: World) -> None:
    ada, ben = circle.ada(world), circle.ben(world)
    post = circle.post(world, ada)
    finish(world, ada, post)
    seen = circle.seen(world, ben, post)
    assert (seen["imageUrl"], seen["editedAt"]) == (URL, None)


def test_an_upload_of_somebody_else_or_of_no_post_changes_none(world: World) -> None:
    ada, ben = circle.ada(world), circle.ben(world)
    post = circle.post(world, ada)
    finish(world, ben, post)
    finish(world, ada, None)
    finish(world, ada, post, url=None)
    finish(world, ada, circle.NOBODYS)
    assert circle.seen(world, ben, post)["imageUrl"] is None


def test_an_upload_is_needed_for_as_long_as_it_is_a_picture(world: World) -> None:
    ada = circle.ada(world)
    post = circle.post(world, ada)
    assert not held(world)
    finish(world, ada, post)
    assert held(world)
    elsewhere = {"imageUrl": "https://pictures.example.org/chair.jpg"}
    world.patch(f"/feed/posts/{post}", elsewhere, as_=ada).must(200)
    assert not held(world)
    finish(world, ada, post)
    world.patch(f"/feed/posts/{post}", {"content": "Said otherwise"}, as_=ada).must(200)
    assert held(world)
    world.patch(f"/feed/posts/{post}", {"imageUrl": None}, as_=ada).must(200)
    assert not held(world)
    finish(world, ada, post)
    world.delete(f"/feed/posts/{post}", as_=ada).must(200)
    assert not held(world)
