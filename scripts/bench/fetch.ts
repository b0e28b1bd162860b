// The baseline of deliveries: a bare loop of fetch that posts the same bytes with the same headers to the
// same receiver, one after another or several in parallel. It signs nothing, stores nothing and checks
// nothing. Started by delivery.ts as `fetch.ts <url> <count> <parallel>`.
import { readFileSync } from 'node:fs'

const [url = '', count = '1', together = '4', bodyFile = ''] = process.argv.slice(2)
const body = readFileSync(bodyFile, 'utf8')
const headers = {
  'Content-Type': 'application/json',
  'User-Agent': 'Kaunta-Webhook/1.0',
  'X-Webhook-Event': 'payment.completed',
  'X-Webhook-Timestamp': '1769299200',
  'X-Webhook-Signature': '9b12ee54d183ebd8e0fe2e18a6e684c3a0db012c6ec0a1d25644b1545a3fa4f4',
  'webhook-timestamp': '1769299200',
  'accept-encoding': 'identity',
  'webhook-signature': 'v1,citHrpf1g4c3cZY3FVt21plWAMg8Qz/HoWJDHjbeDWY=',
}
let left = Number(count)
/** Posts one event after another until none is left. Several of these run in parallel. */
async function run(): Promise<void> {
  while (left > 0) {
    const answer = await fetch(url, {
      method: 'POST',
      body,
      headers: { ...headers, 'webhook-id': `evt_${left--}` },
    })
    await answer.text()
  }
}
await Promise.all(Array.from({ length: Number(together) }, run))
