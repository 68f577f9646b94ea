"""What happens to the bytes of files: upload, check, download and deletion."""
