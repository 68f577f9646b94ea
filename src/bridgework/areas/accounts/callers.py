"""The kinds of members that an operation may be open to, by the roles of their account."""

from bridgework.kit.auth import holder_of

expert = holder_of("expert", frozenset({"expert"}))
client = holder_of("client", frozenset({"client", "rpo"}))
clinic = holder_of("clinic", frozenset({"clinic_owner", "recruiter"}))
