"""Audit: a tamper-evident log of security events and administrators' actions.

Every area records its events here, each in the transaction of the event. A periodic task numbers
the entries and links them into a chain of MACs with a key outside the database. The command
`bridgework audit verify` verifies the chain, and administrators read the entries. Depends on no
other area.
"""
