# The jobs of a merchant's software, with the client that openapi-generator makes for Python: folder, address, key.
import sys

folder, url, key = sys.argv[1:]
sys.path.insert(0, folder)
import openapi_client as kaunta

client = kaunta.ApiClient(kaunta.Configuration(host=url, access_token=key))
payments, sessions, payouts = kaunta.PaymentsApi(client), kaunta.SessionsApi(client), kaunta.PayoutsApi(client)
details = {'amount': 5000, 'currency': 'TZS'}
body = {'payment_type': 'mobile', 'details': details, 'phone_number': '255754123401', 'metadata': {'order': 'A1'}}
made = payments.create_payment(kaunta.CreatePayment.from_dict(body)).data
print('created', made.status, made.metadata['order'])
print('pushed', payments.push_payment(made.reference).status)
print('found', len(payments.search_payments(reference=made.reference).data.items))
print('listed', len(payments.list_payments(limit=1).data.items))
session = sessions.create_session(create_session=kaunta.CreateSession.from_dict({'amount': 5000})).data
print('session', sessions.get_session(session.reference).data.status)
wallet = {'channel': 'mobile', 'recipient_phone': '255754123456', 'recipient_name': 'Asha', 'amount': 5000}
print('paid out', payouts.send_payout(kaunta.SendPayout.from_dict(wallet)).data.amount.value)
