"""CAPTCHAs of Turnstile, hCaptcha and reCAPTCHA.

The browser solves the CAPTCHA and gets a token. The client sends it as `botCheckToken`, and the
server verifies it with the provider.
"""
