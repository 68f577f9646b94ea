"""Templates: texts that administrators reuse for the reasons of rejections and for custom e-mails.

A template contains variables, such as `{{firstName}}`, of a closed list. A front end fills them in
and shows the result before it is sent. Depends on audit.
"""
