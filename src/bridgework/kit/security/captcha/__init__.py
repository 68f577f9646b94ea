"""CAPTCHAs of Turnstile, hCaptcha and reCAPTCHA.

The browser solves the CAPTCHA and gets a token. The client sends it as `botCheckToken`, and the
server verifies it with the provider.
"""

from bridgework.kit.security.captcha.providers import DUMMY_SECRETS, PROVIDERS
from bridgework.kit.security.captcha.verifier import BotCheckFailed, CaptchaVerifier, NoCaptcha
