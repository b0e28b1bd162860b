// The example requests of the API reference. Each runs as pasted on a new server with its sandbox key:
// test/endpoint/docs.test.ts sends them all.

export const createPayment = {
  'A QR code': { payment_type: 'dynamic-qr', details: { amount: 5_000, currency: 'TZS' } },
  'A push to a phone': {
    payment_type: 'mobile',
    details: { amount: 12_500, currency: 'TZS' },
    phone_number: '0754 123 789',
    webhook_url: 'https://shop.example.com/kaunta',
    customer: { firstname: 'Neema', lastname: 'Mushi', email: 'neema@example.com' },
    metadata: { order: 'A-1042', gift: false },
  },
  'With line items, for the receipt': {
    payment_type: 'dynamic-qr',
    details: { amount: 5_400, currency: 'TZS' },
    line_items: [
      { name: 'Chai ya maziwa', quantity: 2, unit_price: 1_500 },
      { name: 'Chapati', quantity: 3, unit_price: 800 },
    ],
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

export const pushPayment = { 'The customer’s own number': {}, 'Another number': { phone: '0754 123 456' } }

export const createRefund = {
  'All of it': { reason: 'The customer returned the goods' },
  'Lines of the sale': { line_items: [{ line: 0, quantity: 1 }], reason: 'One item was broken' },
  'A part, in cash': { amount: 1_000, reason: 'One item was broken', way: 'cash' },
}

export const nameRefundRecipient = { 'The customer’s wallet': { phone: '0754 123 789' } }

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

export const createProfile = {
  'A second brand': { name: 'Juice bar' },
  'All fields': {
    name: 'Web shop',
    merchant_name: 'Duka la Asha',
    brand_color: '#0b6e4f',
    locale: 'sw',
    collect_email: true,
    allowed_methods: ['mobile_money', 'qr'],
    redirect_url: 'https://shop.example.com/thanks',
    webhook_url: 'https://shop.example.com/kaunta',
  },
}

export const changeProfile = {
  'Another look': { merchant_name: 'Asha & Wanawe', brand_color: '#7A1F5C' },
  'Make it the default': { is_default: true },
  'Open its shop page': { shop_page: true },
  'Remove the logo and the addresses': { merchant_logo: null, redirect_url: null, webhook_url: null },
}

export const decidePayment = {
  'The customer pays': { outcome: 'completed' },
  'The customer has too little': { outcome: 'failed', failure_reason: 'insufficient_balance' },
  'The answer is late and its callback lost': { outcome: 'completed', delay_ms: 30_000, times: 0 },
}

export const decidePayout = {
  'It completes': { outcome: 'completed' },
  'It fails': { outcome: 'failed', failure_reason: 'recipient_not_found' },
}

export const retrySince = {
  'A receiver was down': { since: '2026-11-21T08:00:00Z' },
  'A receiver lost delivered events': { since: '2026-11-21', status: 'success' },
}

export const sendTest = {
  'To an address': { url: 'https://shop.example.com/kaunta', event_type: 'payment.completed' },
}

export const resumeAddress = { 'The receiver is back': { url: 'https://shop.example.com/kaunta' } }

export const connectNetwork = {
  'Selcom, to be switched on later': {
    credentials: {
      vendor: 'TILL60012345',
      api_key: 'your-api-key',
      api_secret: 'your-api-secret',
      pin: '0000',
    },
    enabled: false,
  },
}

export const createKey = {
  'For a web shop': { name: 'Web shop', scopes: ['collection:create', 'collection:read'] },
}

export const claim = {
  'With the setup code': {
    code: 'AB12-CD34',
    store: 'Duka la Asha',
    city: 'Ilala',
    name: 'Asha Mushi',
    email: 'asha@duka.co.tz',
    password: 'siri-kubwa-sana',
    locale: 'sw',
  },
}

export const logIn = {
  'Log in to the live account': { email: 'asha@duka.co.tz', password: 'siri-kubwa-sana' },
}

export const signIn = { 'A member of the staff': { email: 'asha@duka.co.tz', password: 'siri-kubwa-sana' } }

export const forwardSms = {
  'An SMS about received money': {
    from: 'MPESA',
    text: 'QWE7RTY8UI Imethibitishwa. Umepokea Tsh12,500.00 kutoka 255000000123 - ASHA MFANO mnamo 21/11/26 11:58. Salio lako la M-Pesa ni Tsh98,500.00',
    sentStamp: 1_795_251_480_000,
    receivedStamp: 1_795_251_482_000,
    sim: 'sim1',
  },
}
export const claimSms = { 'The customer’s message': { sms: 'sms_019aa5f27c0070008000000000000000' } }
export const settleSms = { 'Not from a customer': { note: 'Our own transfer from the bank' } }

export const seenDifference = { 'Another system’s order': { note: 'Paid through our old website' } }
export const reconcile = { 'A day': { date: '2026-11-21' } }

export const settleUnmatched = { 'Keep it': { resolution: 'kept', note: 'The customer paid a tip' } }

export const markPayout = {
  'Not sent': { result: 'not_sent', reason: 'Not on the network’s statement of 21 November' },
}

export const answerPrompt = { 'With the right PIN': { answer: 'approve', phone: '0754 123 456' } }

export const acknowledgeNotice = {
  'A notice in the overview': { id: 'audit_019aa5f2-7c00-7000-8000-000000000000' },
}

export const newSecret = { 'A grace period of a day': { grace_hours: 24 } }

export const createSession = {
  'An order': {
    amount: 45_000,
    description: 'Order A-1042',
    redirect_url: 'https://shop.example.com/thanks',
    webhook_url: 'https://shop.example.com/kaunta',
    customer: { name: 'Neema Mushi', phone: '0754 123 789', email: 'neema@example.com' },
    metadata: { order: 'A-1042' },
    line_items: [
      { name: 'Khanga', quantity: 2, unit_price: 15_000 },
      { name: 'Delivery', quantity: 1, unit_price: 15_000 },
    ],
    display: { show_line_items: true, show_description: true },
  },
  'The customer chooses the amount': {
    allow_custom_amount: true,
    min_amount: 1_000,
    max_amount: 500_000,
    expires_in: 86_400,
    custom_fields: [{ key: 'for_whom', label: 'For whom?', type: 'text', required: true }],
  },
}

export const paySession = {
  'By mobile money': {
    payment_method: 'mobile_money',
    customer_phone: '0754 123 789',
    customer_name: 'Neema Mushi',
  },
  'By QR code, with an amount and an answer': {
    payment_method: 'qr',
    amount: 2_500,
    custom_fields: { for_whom: 'Grandmother' },
  },
  'By card': { payment_method: 'card', customer_email: 'neema@example.com' },
}

export const changeSettings = {
  'Webhooks to a local server': {
    webhook_url: 'http://192.168.1.20:3000/kaunta',
    webhook_hosts: ['192.168.1.20'],
  },
  'Payments of 15 minutes, with a limit': { expiry_seconds: 900, amount_max: 3_000_000 },
  'The fee of QR payments': { fees: { 'dynamic-qr': { basis_points: 50, fixed: 0 } } },
}

export const createInvitation = {
  'A cashier': { name: 'Neema Mushi', role: 'cashier' },
  'An admin, limited to this e-mail': { name: 'Juma Ally', email: 'juma@example.com', role: 'admin' },
}
export const createCashier = { 'A name and a PIN': { name: 'Neema Mushi', pin: '4719' } }
export const changeStaff = { 'A new role': { role: 'developer' }, 'A new name': { name: 'Neema Ally' } }
export const join = {
  'With the code of the link': {
    code: 'Xk3…',
    name: 'Neema Mushi',
    email: 'neema@example.com',
    password: 'siri-ndogo-sana',
  },
}
export const changePassword = { 'A new password': { current: 'siri-kubwa-sana', new: 'siri-kubwa-zaidi' } }
export const confirm = { 'Before a payout': { password: 'siri-kubwa-sana' } }
export const createAccount = { 'A second shop': { name: 'Duka la Juma', city: 'Arusha' } }

export const confirmPayment = {
  'The network is down, and the customer shows a receipt': {
    reason: 'The network is down',
    receipt_number: 'DKL7X2M9QP',
  },
}

export const markNotPaid = {
  'The network is down, and its statement shows no payment': { reason: 'Not on the statement of today' },
}

export const createTill = { 'A till': { name: 'Front counter' } }
export const setPrinter = {
  'An 80 mm printer with automatic receipts': {
    host: '192.168.1.50',
    port: 9_100,
    paper: 80,
    auto: true,
  },
}
export const testPrinter = { 'In Swahili': { language: 'sw' } }
export const printAtTill = { 'The open shift': { what: 'report', language: 'sw' } }
export const pairTill = { 'The code of the QR code': { code: 'k3J9xPq27LmZ' } }
export const setDisplayContent = {
  'No sale': { reference: null },
  'An amount, before the payment exists': { reference: null, amount: 5_000 },
}
export const signInOnTill = { 'With the PIN': { staff_id: 'Yc3m0dTqUkL8vRb2', pin: '4071' } }
export const setPin = { 'Four digits': { pin: '4071' } }
export const setGrants = { 'Allow manual confirmation': { confirm_manually: true } }
export const openShift = { 'With a float of 50,000': { float: 50_000 } }
export const closeShift = {
  'The counted cash': { counted: 183_500, reason: 'Gave 500 too much change' },
}
export const moveCash = {
  'To the bank': { kind: 'drop', amount: 30_000, reason: 'To the bank' },
  'More change': { kind: 'pay_in', amount: 20_000, reason: 'Coins' },
}
export const sellForCash = {
  'Two sodas': { amount: 2_400, given: 5_000, note: 'Two sodas' },
  'With line items, for the receipt': {
    amount: 2_400,
    given: 5_000,
    line_items: [{ name: 'Soda', quantity: 2, unit_price: 1_200 }],
  },
}
export const voidCash = { 'A wrong amount': { reason: 'Typed one zero too many', pin: '4071' } }

export const changeRouting = {
  'HaloPesa over Selcom, the rest by default': { 'mobile.halotel': ['selcom'] },
}
