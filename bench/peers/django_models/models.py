"""The tables of the Django peer: members of Bridgework's responses, in Python's spelling."""

import uuid

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import models


def text() -> models.TextField:
    return models.TextField(null=True)


def objects() -> models.JSONField:
    return models.JSONField(null=True)


class User(AbstractBaseUser):
    USERNAME_FIELD = "email"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    email = models.EmailField(unique=True)
    first_name = models.TextField()
    last_name = models.TextField()
    avatar_url = text()
    role = models.TextField()
    jobs_role = text()
    vendors_role = text()
    verification_tier = models.TextField()
    jobs_verification_tier = models.TextField()
    vendors_verification_tier = models.TextField()
    is_email_verified = models.BooleanField()
    onboarding_step = text()
    jobs_onboarding_step = text()
    vendors_onboarding_step = text()
    consultation_request_cap = models.IntegerField()
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()


class Expert(models.Model):
    id = models.UUIDField(primary_key=True)
    position = models.IntegerField(unique=True)
    first_name = models.TextField()
    last_name = models.TextField()
    avatar_url = text()
    title = models.TextField()
    credential = text()
    specialty = objects()
    secondary_specialties = objects()
    location = text()
    years_experience = models.FloatField(null=True)
    availability = text()
    engagement_type = text()
    skills = objects()
    tags = objects()
    verification_tier = models.TextField()
    updated_at = models.DateTimeField()
    bio = text()
    company = text()
    availability_date = text()
    professional_network_url = text()
    personal_website = text()
    systems_experience = objects()
    outcomes = objects()
    background = objects()
    credentials = objects()
    education = objects()
    licensed_states = objects()


class FeedPost(models.Model):
    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    author = models.ForeignKey(User, models.CASCADE)
    content = models.TextField(max_length=5000)
    image_url = text()
    comment_count = models.IntegerField(default=0)
    like_count = models.IntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True, db_index=True)
    edited_at = models.DateTimeField(null=True)
