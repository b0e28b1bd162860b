"""Verifies a webhook with two packages. Reads {body, headers, secret} as JSON; prints what each makes of it, and of
the same webhook with a changed body."""
import json
import sys

from snippe import WebhookHandler
from standardwebhooks.webhooks import Webhook

given = json.load(sys.stdin)
headers = given["headers"]


def with_snippe(body):
    handler = WebhookHandler(given["secret"])
    handler.verify_signature(body, headers["x-webhook-signature"], headers["x-webhook-timestamp"])
    return json.loads(body)["type"]


def with_standard(body):
    return Webhook(given["secret"]).verify(body, headers)["type"]


def result(check, body):
    try:
        return check(body)
    except Exception as error:
        return type(error).__name__


changed = given["body"].replace("payment", "Payment", 1)
print(json.dumps({
    "snippe": result(with_snippe, given["body"]),
    "snippe_changed": result(with_snippe, changed),
    "standardwebhooks": result(with_standard, given["body"]),
    "standardwebhooks_changed": result(with_standard, changed),
}))
