"""The welcome, the health probes and the metrics."""

from bridgework import __version__
from bridgework.areas.back_office.system import queries
from bridgework.areas.back_office.system.schemas import Welcome
from bridgework.context import Context
from bridgework.kit.api_docs import catalog
from bridgework.kit.core import DatabaseDamaged


def get_welcome(context: Context) -> Welcome:
    """The name and version of the server, and the URLs of its documentation."""
    base_url = context.app.settings.public_url
    return Welcome(
        name="Bridgework",
        version=__version__,
        docs=f"{base_url}/docs/",
        openapi=f"{base_url}/openapi.json",
        catalog=f"{base_url}{catalog.PATH}",
    )


def check_readiness(context: Context) -> bytes:
    """The JSON of the readiness probe.

    Raises DatabaseDamaged, DatabaseUnavailable or HashingUnavailable.
    """
    database = context.app.database
    if database.dialect == "sqlite" and database.is_damaged.is_set():
        raise DatabaseDamaged
    queries.must_respond(context.tx)
    if context.app.passwords.must_be_checked():
        context.tx.move_to_thread()  # a hash takes long
        context.app.passwords.check()
    counted_by = b"shared" if context.app.rate_limiter.is_shared else b"each process"
    storage = context.app.storage_check.state().encode()
    return b'{"status":"ready","limits":"%b","storage":"%b"}' % (counted_by, storage)


def render_metrics(context: Context) -> bytes:
    """The metrics in the text format of Prometheus."""
    app = context.app
    limits_shared = app.rate_limiter.is_shared if app.settings.redis_url else None
    return app.metrics.render(app.gauges(), context.now, limits_shared=limits_shared)
