"""Webhooks: changes of the feed, sent to other systems as signed HTTP requests.

Administrators create webhooks. A worker writes one delivery for each change and webhook, and sends
it until the receiver accepts it. Depends on changes, audit and accounts.
"""
