"""The guests of events: their invitations, replies and e-mails."""
