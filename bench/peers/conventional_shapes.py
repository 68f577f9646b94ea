"""The table and the response models of the conventional stack."""

import datetime
import uuid

import sqlalchemy as sa
from pydantic import BaseModel, ConfigDict, alias_generators
from sqlalchemy import orm


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
    specialty: orm.Mapped[list[str] | None] = orm.mapped_column(sa.JSON)
    secondary_specialties: orm.Mapped[list[str] | None] = orm.mapped_column(sa.JSON)
    location: orm.Mapped[str | None]
    years_experience: orm.Mapped[float | None]
    availability: orm.Mapped[str | None]
    engagement_type: orm.Mapped[str | None]
    skills: orm.Mapped[list[dict[str, object]] | None] = orm.mapped_column(sa.JSON)
    tags: orm.Mapped[list[str] | None] = orm.mapped_column(sa.JSON)
    verification_tier: orm.Mapped[str]
    updated_at: orm.Mapped[datetime.datetime] = orm.mapped_column(sa.DateTime(timezone=True))


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
    updated_at: datetime.datetime


class ExpertPage(Camel):
    items: list[ExpertCard]
    page: int
    limit: int
    total: int
