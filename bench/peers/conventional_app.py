"""The stack as most projects write it: FastAPI, SQLAlchemy's async ORM, Pydantic responses."""

import os
import uuid
from collections.abc import AsyncIterator
from typing import Annotated

import sqlalchemy as sa
from fastapi import Depends, FastAPI, HTTPException, Query
from sqlalchemy.ext import asyncio as sa_asyncio

from bench.peers.conventional_shapes import Expert, ExpertCard, ExpertPage

engine = sa_asyncio.create_async_engine(os.environ["DATABASE_URL"])
sessions = sa_asyncio.async_sessionmaker(engine, expire_on_commit=False)
app = FastAPI()


async def open_session() -> AsyncIterator[sa_asyncio.AsyncSession]:
    async with sessions() as session:
        yield session


Session = Annotated[sa_asyncio.AsyncSession, Depends(open_session)]


@app.get("/experts", response_model=ExpertPage)
async def list_experts(
    session: Session,
    page: Annotated[int, Query(ge=1)] = 1,
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
) -> dict[str, object]:
    total = await session.scalar(sa.select(sa.func.count()).select_from(Expert))
    query = sa.select(Expert).order_by(Expert.position).offset((page - 1) * limit).limit(limit)
    experts = (await session.scalars(query)).all()
    return {"items": experts, "page": page, "limit": limit, "total": total}


@app.get("/experts/{expert_id}", response_model=ExpertCard)
async def get_expert(session: Session, expert_id: uuid.UUID) -> Expert:
    expert = await session.get(Expert, expert_id)
    if expert is None:
        raise HTTPException(404, "No such expert.")
    return expert
