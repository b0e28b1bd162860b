"""Calls every method of the PyPI package snippe, and prints one JSON line for each. Arguments: URL, API key."""
import asyncio
import inspect
import json
import sys

from snippe import AsyncSnippe, Customer, Snippe

url, key = sys.argv[1:3]
customer = Customer(
    firstname="Neema", lastname="Mushi", email="neema@example.com", address="Samora Avenue 12",
    city="Dar es Salaam", state="Dar es Salaam", postcode="11101", country="TZ",
)
sale = dict(amount=5_000, currency="TZS", phone_number="0754123456", customer=customer)
pages = dict(redirect_url="https://shop.example.com/thanks", cancel_url="https://shop.example.com/basket")
payout = dict(amount=5_000, recipient_name="Juma Ali", narration="Week 47", metadata={"order": "A-1"})
wallet = dict(payout, recipient_phone="255754123789")
account = dict(payout, recipient_bank="CRDB", recipient_account="0150123456789")


async def call(client, name, *args, **kwargs):
    label = f"{type(client).__name__}.{name}"
    try:
        answer = getattr(client, name)(*args, **kwargs)
        answer = await answer if inspect.isawaitable(answer) else answer
    except Exception as error:
        print(json.dumps({"method": label, "error": f"{type(error).__name__}: {error}"}))
        return None
    print(json.dumps({"method": label, "answer": answer_of(answer)}))
    return answer


def answer_of(answer):
    if answer is None:
        return None
    shown = {}
    for name in ("reference", "status", "payment_type", "amount", "payment_qr_code", "payment_url", "available_balance",
                 "balance", "currency", "fee_amount", "total_amount", "channel"):
        value = getattr(answer, name, None)
        if isinstance(value, (str, int)):
            shown[name] = value
    for name in ("payments", "items"):
        if isinstance(getattr(answer, name, None), list):
            shown[name] = len(getattr(answer, name))
    return shown


async def calls(client):
    made = await call(client, "create_mobile_payment", **sale, idempotency_key=f"m-{type(client).__name__}")
    await call(client, "create_card_payment", **sale, **pages)
    await call(client, "create_qr_payment", **sale, metadata={"order": "A-1"})
    await call(client, "get_payment", made.reference if made else "none")
    await call(client, "list_payments", limit=10, offset=0)
    await call(client, "get_balance")
    if hasattr(client, "create_mobile_payout"):
        await call(client, "calculate_payout_fee", 5_000)
        sent = await call(client, "create_mobile_payout", **wallet, idempotency_key="p-1")
        await call(client, "create_bank_payout", **account)
        await call(client, "list_payouts")
        await call(client, "get_payout", sent.reference if sent else "none")
    await call(client, "close")


def methods(kind):
    return [f"{kind.__name__}.{name}" for name, _ in inspect.getmembers(kind, inspect.isfunction) if name[0] != "_"]


asyncio.run(calls(Snippe(key, base_url=f"{url}/api/v1")))
asyncio.run(calls(AsyncSnippe(key, base_url=f"{url}/api/v1")))
print(json.dumps({"methods": methods(Snippe) + methods(AsyncSnippe)}))
