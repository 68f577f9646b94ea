"""How a fleet fails."""

import click


class FleetBroken(click.ClickException):
    """A fleet that can't be started; the message says why, and holds what was said last."""


class DoesNotHold(Exception):
    """Something that a fleet promises was seen not to be so; the message says what was seen."""
