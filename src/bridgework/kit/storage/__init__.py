"""File storage: a folder of this machine, or a bucket with the S3 API.

Clients upload with a presigned URL and download from a public or a signed URL. The `uploads` area
knows what a file is for and who may read it.
"""
