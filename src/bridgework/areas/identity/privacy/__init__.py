"""Export and erasure of personal data.

A member exports everything that is stored about them, or has it erased after a grace period of 14
days. Each table declares whose data it holds (`kit/data/db/data_ownership.py`); this area iterates
over these declarations. Depends on accounts and audit.
"""
