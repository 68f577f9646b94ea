"""Sending by SMTP."""

from bridgework.kit.delivery.outbox.smtp.smtp_server import SmtpServer
