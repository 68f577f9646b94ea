"""Privacy: what people can have of their own data, and have undone.

A member takes everything that is stored about them along, or has it erased after a fortnight of
grace. Which table holds whose data stands beside each table (`kit/db/own.py`); this area walks
them. Leans on accounts and audit.
"""
