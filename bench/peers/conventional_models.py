"""The tables and the response models of the conventional stack."""

import uuid
from datetime import UTC, datetime
from typing import Annotated, Any

import sqlalchemy as sa
from pydantic import BaseModel, ConfigDict, Field, alias_generators
from sqlalchemy import orm

Moment = Annotated[datetime, orm.mapped_column(sa.DateTime(timezone=True))]
Texts = Annotated[list[str], orm.mapped_column(sa.JSON)]
Objects = Annotated[list[dict[str, object]], orm.mapped_column(sa.JSON)]


def detail(kind: Any = None) -> orm.MappedColumn[Any]:
    """A column of the whole record, which lists do not read."""
    return orm.mapped_column(kind, nullable=True, deferred=True, deferred_group="details")


class Base(orm.DeclarativeBase):
    """The declarative base."""


class Expert(Base):
    __tablename__ = "experts"

    id: orm.Mapped[uuid.UUID] = orm.mapped_column(primary_key=True)
    position: orm.Mapped[int] = orm.mapped_column(unique=True)
    first_name: orm.Mapped[str]
    last_name: orm.Mapped[str]
    avatar_url: orm.Mapped[str | None]
    title: orm.Mapped[str]
    credential: orm.Mapped[str | None]
    specialty: orm.Mapped[Texts | None]
    secondary_specialties: orm.Mapped[Texts | None]
    location: orm.Mapped[str | None]
    years_experience: orm.Mapped[float | None]
    availability: orm.Mapped[str | None]
    engagement_type: orm.Mapped[str | None]
    skills: orm.Mapped[Objects | None]
    tags: orm.Mapped[Texts | None]
    verification_tier: orm.Mapped[str]
    updated_at: orm.Mapped[Moment]
    bio: orm.Mapped[str | None] = detail(sa.Text)
    company: orm.Mapped[str | None] = detail(sa.Text)
    availability_date: orm.Mapped[str | None] = detail(sa.Text)
    professional_network_url: orm.Mapped[str | None] = detail(sa.Text)
    personal_website: orm.Mapped[str | None] = detail(sa.Text)
    systems_experience: orm.Mapped[list[str] | None] = detail(sa.JSON)
    outcomes: orm.Mapped[list[Any] | None] = detail(sa.JSON)
    background: orm.Mapped[list[Any] | None] = detail(sa.JSON)
    credentials: orm.Mapped[list[Any] | None] = detail(sa.JSON)
    education: orm.Mapped[list[Any] | None] = detail(sa.JSON)
    licensed_states: orm.Mapped[list[str] | None] = detail(sa.JSON)


class User(Base):
    __tablename__ = "users"

    id: orm.Mapped[uuid.UUID] = orm.mapped_column(primary_key=True)
    email: orm.Mapped[str] = orm.mapped_column(unique=True)
    first_name: orm.Mapped[str]
    last_name: orm.Mapped[str]
    avatar_url: orm.Mapped[str | None]
    role: orm.Mapped[str]
    jobs_role: orm.Mapped[str | None]
    vendors_role: orm.Mapped[str | None]
    verification_tier: orm.Mapped[str]
    jobs_verification_tier: orm.Mapped[str]
    vendors_verification_tier: orm.Mapped[str]
    is_email_verified: orm.Mapped[bool]
    onboarding_step: orm.Mapped[str | None]
    jobs_onboarding_step: orm.Mapped[str | None]
    vendors_onboarding_step: orm.Mapped[str | None]
    consultation_request_cap: orm.Mapped[int]
    created_at: orm.Mapped[Moment]
    updated_at: orm.Mapped[Moment]

    @property
    def name(self) -> str:
        return f"{self.first_name} {self.last_name}"


class Session(Base):
    __tablename__ = "sessions"

    token_hash: orm.Mapped[str] = orm.mapped_column(primary_key=True)
    user_id: orm.Mapped[uuid.UUID] = orm.mapped_column(sa.ForeignKey("users.id"))
    expires_at: orm.Mapped[Moment]


class FeedPost(Base):
    __tablename__ = "posts"

    id: orm.Mapped[uuid.UUID] = orm.mapped_column(primary_key=True)
    author_id: orm.Mapped[uuid.UUID] = orm.mapped_column(sa.ForeignKey("users.id"), index=True)
    content: orm.Mapped[str]
    image_url: orm.Mapped[str | None]
    comment_count: orm.Mapped[int] = orm.mapped_column(default=0)
    like_count: orm.Mapped[int] = orm.mapped_column(default=0)
    created_at: orm.Mapped[Moment] = orm.mapped_column(
        default=lambda: datetime.now(UTC), index=True
    )
    edited_at: orm.Mapped[Moment | None]
    author: orm.Mapped[User] = orm.relationship()


class Job(Base):
    __tablename__ = "jobs"

    id: orm.Mapped[uuid.UUID] = orm.mapped_column(primary_key=True)
    owner_id: orm.Mapped[uuid.UUID] = orm.mapped_column(sa.ForeignKey("users.id"), index=True)
    role_needed: orm.Mapped[str]
    status: orm.Mapped[str] = orm.mapped_column(default="approved")
    owner: orm.Mapped[User] = orm.relationship()


class Cv(Base):
    __tablename__ = "cvs"

    path: orm.Mapped[str] = orm.mapped_column(primary_key=True)
    owner_id: orm.Mapped[uuid.UUID] = orm.mapped_column(sa.ForeignKey("users.id"), index=True)


class JobApplication(Base):
    __tablename__ = "job_applications"
    __table_args__ = (
        sa.UniqueConstraint("job_id", "applicant_id"),
        sa.UniqueConstraint("job_id", "email_key"),
        sa.Index("ix_of_job", "job_id", "created_at", "id"),
        sa.Index("ix_of_applicant", "applicant_id", "created_at", "id"),
    )

    id: orm.Mapped[uuid.UUID] = orm.mapped_column(primary_key=True)
    job_id: orm.Mapped[uuid.UUID] = orm.mapped_column(sa.ForeignKey("jobs.id"))
    applicant_id: orm.Mapped[uuid.UUID] = orm.mapped_column(sa.ForeignKey("users.id"))
    first_name: orm.Mapped[str]
    last_name: orm.Mapped[str]
    email: orm.Mapped[str]
    email_key: orm.Mapped[str]
    cv_object_path: orm.Mapped[str | None] = orm.mapped_column(sa.ForeignKey("cvs.path"))
    status: orm.Mapped[str] = orm.mapped_column(default="submitted")
    created_at: orm.Mapped[Moment] = orm.mapped_column(default=lambda: datetime.now(UTC))
    updated_at: orm.Mapped[Moment] = orm.mapped_column(default=lambda: datetime.now(UTC))


class OutboxEmail(Base):
    """An e-mail for another process to send; in the transaction of what it tells of."""

    __tablename__ = "outbox_emails"
    __table_args__ = (sa.Index("ix_waiting", "state", "due_at"),)

    id: orm.Mapped[uuid.UUID] = orm.mapped_column(primary_key=True)
    template: orm.Mapped[str]
    recipient: orm.Mapped[str]
    recipient_id: orm.Mapped[uuid.UUID] = orm.mapped_column(sa.ForeignKey("users.id"))
    subscription: orm.Mapped[str]
    facts: orm.Mapped[dict[str, str]] = orm.mapped_column(sa.JSON)
    state: orm.Mapped[str] = orm.mapped_column(default="queued")
    attempts: orm.Mapped[int] = orm.mapped_column(default=0)
    created_at: orm.Mapped[Moment] = orm.mapped_column(default=lambda: datetime.now(UTC))
    due_at: orm.Mapped[Moment] = orm.mapped_column(default=lambda: datetime.now(UTC))


class Camel(BaseModel):
    model_config = ConfigDict(
        alias_generator=alias_generators.to_camel, populate_by_name=True, from_attributes=True
    )


class SkillGroup(Camel):
    category: str
    items: list[str]


class ExpertCard(Camel):
    id: uuid.UUID
    first_name: str
    last_name: str
    avatar_url: str | None
    title: str
    credential: str | None
    specialty: list[str] | None
    secondary_specialties: list[str] | None
    location: str | None
    years_experience: float | None
    availability: str | None
    engagement_type: str | None
    skills: list[SkillGroup] | None
    tags: list[str] | None
    verification_tier: str
    updated_at: datetime


class ExpertRecord(ExpertCard):
    bio: str | None
    company: str | None
    availability_date: str | None
    professional_network_url: str | None
    personal_website: str | None
    systems_experience: list[str] | None
    outcomes: list[dict[str, Any]] | None
    background: list[dict[str, Any]] | None
    credentials: list[dict[str, Any]] | None
    education: list[dict[str, Any]] | None
    licensed_states: list[str] | None


class ExpertPage(Camel):
    items: list[ExpertCard]
    page: int
    limit: int
    total: int


class Account(Camel):
    id: uuid.UUID
    email: str
    first_name: str
    last_name: str
    avatar_url: str | None
    role: str
    jobs_role: str | None
    vendors_role: str | None
    verification_tier: str
    jobs_verification_tier: str
    vendors_verification_tier: str
    is_email_verified: bool
    onboarding_step: str | None
    jobs_onboarding_step: str | None
    vendors_onboarding_step: str | None
    consultation_request_cap: int
    created_at: datetime
    updated_at: datetime


class NewPost(Camel):
    content: str = Field(min_length=1, max_length=5000)


class Author(Camel):
    id: uuid.UUID
    name: str
    avatar_url: str | None


class Post(Camel):
    id: uuid.UUID
    author: Author
    content: str
    image_url: str | None
    comment_count: int
    like_count: int
    liked_by_me: bool = False
    created_at: datetime
    edited_at: datetime | None


class NewApplication(Camel):
    first_name: str = Field(min_length=1, max_length=100)
    last_name: str = Field(min_length=1, max_length=100)
    email: str = Field(pattern=r"^[^@\s]+@[^@\s]+$", max_length=254)
    cv_object_path: str | None = Field(default=None, max_length=500)


class Application(Camel):
    id: uuid.UUID
    job_id: uuid.UUID
    first_name: str
    last_name: str
    email: str
    cv_object_path: str | None
    status: str
    created_at: datetime
    updated_at: datetime
