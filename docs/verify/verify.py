"""Checks that a webhook is Kaunta's and fresh."""
import hashlib
import hmac
import time


def is_genuine(body, headers, secret, now=None):
    """body: the exact bytes of the request, before json.loads. headers: as Flask, Django and FastAPI give them, or a
    dict with these names. secret: the account's signing key, the whole text with whsec_."""
    stamp = headers.get("X-Webhook-Timestamp") or ""
    expected = hmac.new(secret.encode(), stamp.encode() + b"." + body, hashlib.sha256).hexdigest()
    given = [headers.get("X-Webhook-Signature") or "", headers.get("X-Webhook-Signature-Previous") or ""]
    is_signed = any(hmac.compare_digest(expected.encode(), one.encode()) for one in given)
    return is_signed and stamp.isdigit() and abs((now or time.time()) - int(stamp)) <= 300
