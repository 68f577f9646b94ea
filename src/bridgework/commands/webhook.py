"""`bridgework webhook`."""

import json
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import click

from bridgework.areas.back_office.webhooks.delivery import signatures

_MAX_BODY = 1024 * 1024


@click.group()
def command() -> None:
    """Receive webhooks on this machine, to try them out."""


@command.command()
@click.option("--port", default=9000, show_default=True, help="The port on 127.0.0.1.")
@click.option(
    "--secret",
    envvar="BRIDGEWORK_LISTEN_SECRET",
    help="The secret of the webhook (whsec_…), to verify signatures. It may also be given in "
    "BRIDGEWORK_LISTEN_SECRET.",
)
def listen(port: int, secret: str | None) -> None:
    """Print each delivery that arrives, accept it, and verify its signature.

    Create a webhook with the URL http://127.0.0.1:PORT/ first. Without --secret, signatures are not
    verified. With it, a delivery that is not signed with it gets 401, and is sent again later.
    """
    if secret is not None and not signatures.is_secret(secret):
        raise click.BadParameter("must be whsec_ and 32 bytes in base64", param_hint="--secret")
    try:
        server = ThreadingHTTPServer(("127.0.0.1", port), _handler(secret))
    except OSError as error:
        raise click.ClickException(
            f"cannot listen on 127.0.0.1:{port} ({error.strerror}); choose another --port"
        ) from None
    with server:
        click.echo(f"listening on http://127.0.0.1:{server.server_port}/")
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            click.echo("stopped")


def _handler(secret: str | None) -> type[BaseHTTPRequestHandler]:
    """The handler of requests, which verifies them with a secret if there is one."""

    class Handler(BaseHTTPRequestHandler):
        timeout = 15

        def do_POST(self) -> None:
            length = self.headers.get("content-length", "")
            if not (length.isascii() and length.isdigit() and int(length) <= _MAX_BODY):
                self.send_error(413)
                return
            body = self.rfile.read(int(length))
            received = {name.lower(): value for name, value in self.headers.items()}
            is_valid = secret is None or signatures.verify(
                secret, received, body, datetime.now(UTC)
            )
            click.echo(_describe(received, body, "" if secret is None else str(is_valid)))
            self.send_response(200 if is_valid else 401)
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Print nothing else."""

    return Handler


def _describe(received: dict[str, str], body: bytes, is_valid: str) -> str:
    """The id, the verdict on the signature, and the body, indented if it is JSON."""
    verdict = {"": "not verified", "True": "valid", "False": "NOT VALID"}[is_valid]
    try:
        text = json.dumps(json.loads(body), indent=2, ensure_ascii=False)
    except ValueError:
        text = repr(body)
    return f"{received.get('webhook-id', 'no webhook-id')}: signature {verdict}\n{text}"
