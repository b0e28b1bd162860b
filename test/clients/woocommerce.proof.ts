// docs/woocommerce/kaunta.php connects the plugin of a WooCommerce shop with the binary. The plugin itself is
// in no registry: woocommerce_shim.php has the part of WordPress that this file needs. docs/woocommerce.md
// lists what was tried manually.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../kit/binary.ts'
import { openBinaryShop } from '../kit/binary-shop.ts'
import { clientFiles, runTool } from '../kit/client-tool.ts'

const order = join(tmpdir(), `kaunta-order-${crypto.randomUUID()}.json`)
const shim = join(clientFiles, 'woocommerce_shim.php')
const withPhp = Bun.env.CI || Bun.which('php') ? test : test.skip
let shop: Awaited<ReturnType<typeof openBinaryShop>>
let env: Record<string, string>
beforeAll(async () => {
  shop = await openBinaryShop()
  env = { KAUNTA_URL: shop.url, KAUNTA_SECRET: shop.made.sandbox_webhook_secret }
}, 300_000)
afterAll(async () => {
  await shop.close()
  rmSync(order, { force: true })
})

const pay = async (address: string, more: object = {}) => {
  const body = { payment_type: 'dynamic-qr', details: { amount: 5_000, currency: 'TZS' }, ...more }
  const words = ['php', shim, `${address}/v1/payments`, shop.made.sandbox_api_key, JSON.stringify(body)]
  return (await runTool(words, { env })).output
}

withPhp(
  'what the plugin sends to its own address goes to Kaunta, with a key that is short enough',
  async () => {
    expect(JSON.parse(await pay('https://api.invalid'))).toMatchObject({
      code: 201,
      data: { status: 'pending' },
    })
    expect(JSON.parse(await pay(shop.url))).toMatchObject({ code: 500, error_code: 'PAY_001' })
  },
)

withPhp('only a webhook of Kaunta reaches the plugin, and leads it to its order', async () => {
  const port = freePort()
  const receiver = Bun.spawn(['php', '-S', `127.0.0.1:${port}`, shim], {
    env: { PATH: Bun.env.PATH ?? '', ...env, ORDER_FILE: order },
    stdout: 'ignore',
    stderr: 'ignore',
  })
  const url = `http://127.0.0.1:${port}/wc-api/snippe_webhook/`
  try {
    await listens(url)
    const forged = await fetch(url, { method: 'POST', body: '{"type":"payment.completed"}' })
    expect(forged.status).toBe(401)
    const made = await pay('https://api.invalid', { webhook_url: url, metadata: { order_id: 'WC-1042' } })
    const { reference } = JSON.parse(made).data
    await shop.asKey('POST', `/v1/sandbox/payments/${reference}`, { outcome: 'completed' })
    expect(await delivered(reference)).toMatchObject({ status: 200 })
    expect(await Bun.file(order).json()).toEqual({ _snippe_payment_reference: reference })
  } finally {
    receiver.kill()
    await receiver.exited
  }
})

async function listens(url: string): Promise<void> {
  while (!(await fetch(url).catch(() => undefined))) await Bun.sleep(10)
}

/** Returns what the shop answered to the webhook of a payment. */
async function delivered(reference: string): Promise<unknown> {
  for (;;) {
    const { body } = await shop.asKey('GET', `/api/v1/webhooks/deliveries?payment=${reference}`)
    const [delivery] = body.data.items
    if (delivery?.attempts > 0) {
      const one = await shop.asKey('GET', `/api/v1/webhooks/deliveries/${delivery.id}`)
      return one.body.data.tries[0].response
    }
    await Bun.sleep(10)
  }
}
