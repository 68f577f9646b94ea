"""Consultations: members request them, administrators arrange them.

The number of open consultations of an account is limited by its cap. Depends on accounts and audit.
"""
