"""From an e-mail of the outbox to a message in HTML and text."""

from bridgework.kit.delivery.outbox.rendering.email_renderer import EmailOptions, EmailRenderer
