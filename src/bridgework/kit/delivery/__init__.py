"""Work that waits in tables, and the workers that do it: e-mails, webhooks, Luma and imports."""

from bridgework.kit.delivery.checked_http import (
    CheckedClient,
    HttpFailure,
    HttpResponse,
    HttpTimeout,
    Resolve,
    resolve,
)
from bridgework.kit.delivery.lease import Lease
from bridgework.kit.delivery.lease_queue import NOW, BackOff, LeaseQueue, QueueWorker
from bridgework.kit.delivery.scheduler import Action, PeriodicTask, Scheduler
from bridgework.kit.delivery.task_failures import TaskFailures
