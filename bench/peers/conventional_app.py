"""The stack as most projects write it: FastAPI, SQLAlchemy's async ORM, Pydantic responses."""

import hashlib
import os
import uuid
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Annotated, Any

import sqlalchemy as sa
from fastapi import Depends, FastAPI, HTTPException, Query
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from sqlalchemy import orm
from sqlalchemy.ext import asyncio as sa_asyncio

from bench.peers import conventional_models as models
from bench.peers.conventional_models import (
    Cv,
    Expert,
    FeedPost,
    Job,
    JobApplication,
    OutboxEmail,
    Session,
    User,
)

engine = sa_asyncio.create_async_engine(os.environ["DATABASE_URL"])
sessions = sa_asyncio.async_sessionmaker(engine, expire_on_commit=False)
app = FastAPI()

if engine.dialect.name == "sqlite":

    @sa.event.listens_for(engine.sync_engine, "connect")
    def configure(connection: Any, _record: object) -> None:
        """What SQLite recommends for a server: a write-ahead log, and a wait for the lock."""
        for pragma in ("journal_mode = WAL", "synchronous = NORMAL", "busy_timeout = 20000"):
            connection.execute(f"PRAGMA {pragma}")


async def open_session() -> AsyncIterator[sa_asyncio.AsyncSession]:
    async with sessions() as session:
        yield session


Database = Annotated[sa_asyncio.AsyncSession, Depends(open_session)]
Credentials = Annotated[HTTPAuthorizationCredentials, Depends(HTTPBearer())]


async def find_user(database: Database, credentials: Credentials) -> User:
    digest = hashlib.sha256(credentials.credentials.encode()).hexdigest()
    query = sa.select(User).join(Session, Session.user_id == User.id)
    query = query.where(Session.token_hash == digest, Session.expires_at > datetime.now(UTC))
    user = await database.scalar(query)
    if user is None:
        raise HTTPException(401, "No such session.")
    return user


CurrentUser = Annotated[User, Depends(find_user)]


@app.get("/experts", response_model=models.ExpertPage)
async def list_experts(
    database: Database,
    page: Annotated[int, Query(ge=1)] = 1,
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
) -> dict[str, object]:
    total = await database.scalar(sa.select(sa.func.count()).select_from(Expert))
    query = sa.select(Expert).order_by(Expert.position).offset((page - 1) * limit).limit(limit)
    experts = (await database.scalars(query)).all()
    return {"items": experts, "page": page, "limit": limit, "total": total}


@app.get("/experts/{expert_id}", response_model=models.ExpertRecord)
async def get_expert(database: Database, expert_id: uuid.UUID) -> Expert:
    details = orm.undefer_group("details")
    expert = await database.get(Expert, expert_id, options=[details])
    if expert is None:
        raise HTTPException(404, "No such expert.")
    return expert


@app.get("/users/me", response_model=models.Account)
async def get_me(user: CurrentUser) -> User:
    return user


@app.post("/feed/posts", response_model=models.Post, status_code=201)
async def create_post(database: Database, user: CurrentUser, body: models.NewPost) -> FeedPost:
    post = FeedPost(id=uuid.uuid4(), author=user, content=body.content)
    database.add(post)
    await database.commit()
    return post


@app.post("/jobs/{job_id}/applications", response_model=models.Application, status_code=201)
async def apply_to_job(
    database: Database, user: CurrentUser, job_id: uuid.UUID, body: models.NewApplication
) -> JobApplication:
    """Store the application and the e-mail to the clinic in one transaction."""
    job = await database.get(Job, job_id, options=[orm.joinedload(Job.owner)])
    if job is None:
        raise HTTPException(404, "No such job.")
    if job.status != "approved" or job.owner_id == user.id:
        raise HTTPException(409, "The job is closed or your own.")
    if body.cv_object_path is not None:
        cv = await database.get(Cv, body.cv_object_path)
        if cv is None or cv.owner_id != user.id:
            raise HTTPException(422, "No such CV.")
    application = JobApplication(
        id=uuid.uuid4(),
        job_id=job.id,
        applicant_id=user.id,
        email_key=body.email.lower(),
        **body.model_dump(),
    )
    email = OutboxEmail(
        id=uuid.uuid4(),
        template="jobs/application_received",
        recipient=job.owner.email,
        recipient_id=job.owner_id,
        subscription="application_received",
        facts={"job": job.role_needed, "applicant": f"{body.first_name} {body.last_name}"},
    )
    database.add_all([application, email])
    try:
        await database.commit()
    except sa.exc.IntegrityError:
        raise HTTPException(409, "You have applied to this job.") from None
    return application
