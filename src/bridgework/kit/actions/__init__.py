"""What an action gets: its context, cursors, rules, hidden content, streams, outside services."""

from bridgework.kit.actions.context import (
    CheckVersion,
    Client,
    Context,
    State,
    StateT_co,
    any_version,
)
from bridgework.kit.actions.event_publisher import EventPublisher
from bridgework.kit.actions.event_streams import (
    Credentials,
    Event,
    Events,
    EventStream,
    EventStreams,
)
from bridgework.kit.actions.integrations import IntegrationKey, Integrations
from bridgework.kit.actions.moderation import (
    Content,
    ContentType,
    Hidden,
    hidden_by_decision,
    hidden_profile,
    hidden_with_account,
)
from bridgework.kit.actions.rules import ActionRule, Check, Refusal, allowed_actions, refuse_move
