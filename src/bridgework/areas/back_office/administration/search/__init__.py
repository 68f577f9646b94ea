"""The search of administrators, over people and all kinds of content."""
