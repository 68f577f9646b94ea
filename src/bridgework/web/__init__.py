"""The pages for people that use the public API and nothing else, as static files.

`vendor` has the libraries, `ui` and `theme` what the pages share, and `console` the console of
administrators.
"""
