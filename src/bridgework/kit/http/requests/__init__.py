"""Requests: body, credentials, address of the client, conditions."""

from bridgework.kit.http.requests.body_spool import BodySlots, BodySpool
from bridgework.kit.http.requests.client_ip import ClientIpResolver
from bridgework.kit.http.requests.credentials import must_be_internal
from bridgework.kit.http.requests.options import HttpOptions
from bridgework.kit.http.requests.request import Draining, Request
from bridgework.kit.http.requests.request_context import HttpState, RequestContext
