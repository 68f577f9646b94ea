"""The areas of the product, one package each, on floors.

| Floor | What its areas do |
|---|---|
| `back_office` | what the staff and other systems do |
| `community` | what members share: posts, events, articles, and their moderation |
| `work` | postings, applications, consultations and saved searches |
| `people` | profiles, directories, and how well people fit postings |
| `identity` | accounts, sessions, keys, preferences and files |
| `history` | the audit log and the feed of changes |

An area imports only areas of lower floors, and of lower layers of its own floor. The order is in
`pyproject.toml`, where `script/check` verifies it.
"""
