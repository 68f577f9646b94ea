"""The outbox: e-mails are written in the transaction that causes them and sent after its commit.

Areas create an `email.Email`, `queries` adds it to the queue, and `worker` renders it and sends it
by a transport: SMTP or a folder. `subscriptions` records who unsubscribed from which e-mails.
"""

from bridgework.kit.delivery.outbox.email import (
    PATH,
    REPLY_TO,
    CalendarPart,
    Email,
    EmailSummary,
    MakeCalendarPart,
    Subscription,
)
from bridgework.kit.delivery.outbox.file_transport import FileTransport, recipient_keys
from bridgework.kit.delivery.outbox.priorities import PRIORITIES, Priority
from bridgework.kit.delivery.outbox.transport import (
    PermanentFailure,
    TemporaryFailure,
    Transport,
    TransportUnavailable,
)
from bridgework.kit.delivery.outbox.worker import Worker
