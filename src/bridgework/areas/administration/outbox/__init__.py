"""What administrators write to people: custom e-mails, and introductions of two to each other."""
