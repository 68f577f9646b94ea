"""The errors of a fleet."""

import click


class FleetError(click.ClickException):
    """The fleet could not be started; the message has the reason and the last output."""


class CheckFailed(Exception):
    """A check failed; the message says what was observed."""
