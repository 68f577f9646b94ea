"""What members share: posts, events and articles, and their moderation."""
