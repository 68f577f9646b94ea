"""Captchas of Turnstile, hCaptcha and reCAPTCHA.

The browser solves the captcha and gets a token; the client sends it as `botCheckToken`, and we
ask the provider whether it is valid.
"""
