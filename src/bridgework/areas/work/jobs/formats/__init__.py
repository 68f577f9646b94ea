"""The formats of jobs: records of the API, and the feed for job boards."""
