// How long it takes from paid to known, on the built executable before the fake Selcom: by callback, while a
// till watches the payment, while a program reads it every second, and while no one waits. On a line that is
// whole, or that loses each second answer, or on which each second read hangs; six sales, two at a time: `bun
// run build && bun scripts/bench/known.ts hung 6 2`
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { runBinary } from '../../test/kit/binary.ts'
import { openBinaryShop } from '../../test/kit/binary-shop.ts'
import { openSelcom, selcomCredentials } from '../../test/kit/selcom.ts'
import { table } from './table.ts'

type Waiting = 'callback' | 'watched' | 'program' | 'unwatched'

const [kind = 'whole', count = '6', atOnce = '2'] = process.argv.slice(2)
/** Resolves after this many ms. */
const pause = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms))

/** Starts a proxy to the network that, at every second read, drops the connection or never answers. */
async function openLine(target: string) {
  let reads = 0
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const { host, connection, ...headers } = request.headers
    const isBroken = request.method === 'GET' && kind !== 'whole' && reads++ % 2 === 0
    if (isBroken && kind === 'lost') return void request.socket.destroy()
    if (isBroken) return
    const { method = 'GET', url = '/' } = request
    const body = method === 'POST' ? { body: new Uint8Array(Buffer.concat(parts)) } : {}
    const answer = await fetch(target + url, { method, headers: headers as Record<string, string>, ...body })
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

const selcom = await openSelcom()
const line = await openLine(new URL(selcom.url).origin)
const env = { KAUNTA_SELCOM_URL: `${line.origin}/v1`, KAUNTA_RATE_LIMIT: '0' }
const shop = await openBinaryShop({
  live: true,
  env,
  async prepare(data) {
    const words = ['network', 'connect', 'selcom', '--credentials', '-', '--data', data]
    // Its test of the products fails when reads do.
    const { log } = await runBinary(words, { env, input: JSON.stringify(selcomCredentials) })
    if (log !== '') throw new Error(log)
  },
})

/** Makes one sale of TZS 5,000 and returns the seconds from paid until a reader sees it as completed. */
async function sale(waiting: Waiting): Promise<number> {
  const details = { amount: 5_000, currency: 'TZS' }
  const { body } = await shop.asKey('POST', '/v1/payments', { payment_type: 'dynamic-qr', details })
  const { reference } = body.data
  const token = String(body.data.payment_token)
  const order =
    [...selcom.fake.orders.values()].find(fakeOrder => fakeOrder.payment_token === token)?.order_id ?? ''
  const end = new AbortController()
  const headers = { authorization: `Bearer ${shop.made.api_key}` }
  if (waiting === 'watched')
    void fetch(`${shop.url}/v1/payments/${reference}/events`, { headers, signal: end.signal }).catch(() => {})
  const read = () => shop.asKey('GET', `/v1/payments/${reference}`)
  // The customer takes 10 s, in which a program reads every 2 s.
  for (let second = 0; second < 10; second += 2) {
    await pause(2_000)
    if (waiting === 'program') await read()
  }
  const paidAt = performance.now()
  selcom.fake.steer(order, { answer: 'COMPLETED', callback: waiting === 'callback' })
  const isKnown = async () => {
    if (waiting === 'program') return (await read()).body.data.status === 'completed'
    const list = await shop.asKey('GET', '/v1/payments?limit=100&status=completed')
    return list.body.data.items.some((item: { reference: string }) => item.reference === reference)
  }
  while (!(await isKnown())) await pause(waiting === 'program' ? 1_000 : 100)
  end.abort()
  return (performance.now() - paidAt) / 1_000
}

const rows = [[`line: ${kind}`, 'median s', 'slowest s']]
for (const waiting of ['callback', 'watched', 'program', 'unwatched'] as const) {
  const times: number[] = []
  while (times.length < Number(count))
    times.push(...(await Promise.all(Array.from({ length: Number(atOnce) }, () => sale(waiting)))))
  times.sort((a, b) => a - b)
  const shown = [times[Math.floor(times.length / 2)], times.at(-1)]
  rows.push([waiting, ...shown.map(seconds => (seconds ?? 0).toFixed(1))])
}
console.log(table(rows, true))
await shop.close()
line.close()
selcom.close()
