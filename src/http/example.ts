// Request bodies as the API reference shows them. Each runs as pasted on a fresh box with its sandbox key:
// test/docs.test.ts sends them all.

export const createPayment = {
  'A QR code for the counter': { payment_type: 'dynamic-qr', details: { amount: 5_000, currency: 'TZS' } },
  'A push to a phone': {
    payment_type: 'mobile',
    details: { amount: 12_500, currency: 'TZS' },
    phone_number: '0754 123 789',
    webhook_url: 'https://shop.example.com/kaunta',
    customer: { firstname: 'Neema', lastname: 'Mushi', email: 'neema@example.com' },
    metadata: { order: 'A-1042', gift: false },
  },
  'A card page': {
    payment_type: 'card',
    details: {
      amount: 80_000,
      currency: 'TZS',
      redirect_url: 'https://shop.example.com/thanks',
      cancel_url: 'https://shop.example.com/basket',
    },
    customer: {
      firstname: 'Neema',
      lastname: 'Mushi',
      email: 'neema@example.com',
      address: 'Samora Avenue 12',
      city: 'Dar es Salaam',
      state: 'Dar es Salaam',
      postcode: '11101',
      country: 'TZ',
    },
  },
}

export const pushPayment = { 'The payer’s own number': {}, 'Another number': { phone: '0754 123 456' } }

export const sendPayout = {
  'To a wallet': {
    amount: 5_000,
    channel: 'mobile',
    recipient_name: 'Juma Ali',
    recipient_phone: '0754 123 789',
    narration: 'Vegetables, week 47',
  },
  'To a bank': {
    amount: 20_000,
    channel: 'bank',
    recipient_name: 'Juma Ali',
    recipient_bank: 'CRDB',
    recipient_account: '0150123456789',
  },
}

export const decidePayment = {
  'The customer pays': { outcome: 'completed' },
  'The customer has too little': { outcome: 'failed', failure_reason: 'insufficient_balance' },
  'The answer is late and its callback lost': { outcome: 'completed', delay_ms: 30_000, times: 0 },
}

export const decidePayout = {
  'It arrives': { outcome: 'completed' },
  'It is sent back': { outcome: 'failed', failure_reason: 'recipient_not_found' },
}

export const retrySince = {
  'A receiver was down': { since: '2026-11-21T08:00:00Z' },
  'It answered 200 and lost them': { since: '2026-11-21', status: 'success' },
}

export const sendTest = {
  'To an address': { url: 'https://shop.example.com/kaunta', event_type: 'payment.completed' },
}

export const resumeAddress = { 'The receiver is back': { url: 'https://shop.example.com/kaunta' } }

export const createKey = { 'For a web shop': { name: 'Web shop', scopes: ['collection:create', 'collection:read'] } }

export const claim = {
  'With the code that Kaunta printed': {
    code: 'AB12-CD34',
    store: 'Duka la Asha',
    city: 'Ilala',
    name: 'Asha Mushi',
    email: 'asha@duka.co.tz',
    password: 'siri-kubwa-sana',
  },
}

export const logIn = { 'Your live account': { email: 'asha@duka.co.tz', password: 'siri-kubwa-sana' } }

export const settleUnmatched = { 'It is ours': { resolution: 'kept', note: 'The customer paid a tip' } }

export const answerPrompt = { 'With the right PIN': { answer: 'approve', phone: '0754 123 456' } }

export const newSecret = { 'A day for the receivers to change': { grace_hours: 24 } }

export const webhookUrl = {
  'A shop’s server': { webhook_url: 'https://shop.example.com/kaunta' },
  'Nowhere any more': { webhook_url: null },
}
