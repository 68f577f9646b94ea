"""Changes: a numbered feed of what happened, for other systems and for background work.

Every area announces its changes here, each in the transaction of the change. After the commit the
changes are numbered without gaps; readers follow the numbers. Depends on no other area.
"""
