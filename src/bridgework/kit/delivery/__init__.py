"""Work that waits in tables, and the workers that do it: e-mails, webhooks, Luma and imports."""
