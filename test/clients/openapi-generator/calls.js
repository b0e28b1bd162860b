// The jobs of a merchant's software, with the client that openapi-generator makes for TypeScript: folder, address, key.
const [folder, basePath, accessToken] = process.argv.slice(2)
const { Configuration, PaymentsApi, PayoutsApi, SessionsApi } = await import(`${folder}/index.ts`)
const configuration = new Configuration({ basePath, accessToken })
const payments = new PaymentsApi(configuration)
const sessions = new SessionsApi(configuration)
const payouts = new PayoutsApi(configuration)

const createPayment = {
  paymentType: 'mobile',
  details: { amount: 5000, currency: 'TZS' },
  phoneNumber: '255754123404',
  metadata: { order: 'A1' },
}
const { reference, status, metadata } = (await payments.createPayment({ createPayment })).data
console.log('created', status, metadata.order)
console.log('pushed', (await payments.pushPayment({ reference })).status)
console.log('found', (await payments.searchPayments({ reference })).data.items.length)
console.log('listed', (await payments.listPayments({ limit: 1 })).data.items.length)
const session = (await sessions.createSession({ createSession: { amount: 5000 } })).data
console.log('session', (await sessions.getSession({ reference: session.reference })).data.status)
const wallet = {
  channel: 'mobile',
  recipientPhone: '255754123456',
  recipientName: 'Asha',
  amount: 5000,
}
console.log('paid out', (await payouts.sendPayout({ sendPayout: wallet })).data.amount.value)
