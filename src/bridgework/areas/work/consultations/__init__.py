"""Consultations: members request them, administrators arrange them.

The number of open consultations of an account is limited by its cap. A consultation may name
an expert, who answers. Depends on accounts, audit and the directory of experts.
"""
