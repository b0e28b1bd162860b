"""Creates a payment and reads it with the client that openapi-python-client generates. Arguments: URL, API key."""
import sys

from kaunta_client import AuthenticatedClient
from kaunta_client.api.payments import create_payment, get_payment
from kaunta_client.models.create_payment import CreatePayment

client = AuthenticatedClient(base_url=sys.argv[1], token=sys.argv[2])
body = {"payment_type": "dynamic-qr", "details": {"amount": 5_000, "currency": "TZS"}}
made = create_payment.sync(client=client, body=CreatePayment.from_dict(body))
read = get_payment.sync(client=client, reference=made.data.reference)
print(read.data.status, read.data.amount.value)
