"""Whether a person is calling: a puzzle in the caller's browser, and its maker's word on it.

The browser solves the puzzle of Turnstile, hCaptcha or reCAPTCHA and gets a token; the caller
sends it as `botCheckToken`, and we ask the provider what it is worth.
"""
