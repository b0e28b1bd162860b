// Types and a client made from the OpenAPI document, as an integrator would: openapi-typescript,
// openapi-fetch, tsc.
import { expect, mock, test } from 'bun:test'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { openUnclaimedServer } from '../kit/endpoint.ts'

const root = join(import.meta.dir, '../..')

const client = `
import createClient from 'openapi-fetch'
import type { components, paths, webhooks } from './openapi.ts'

const kaunta = createClient<paths>({ baseUrl: 'http://kaunta.local:8080', headers: { authorization: 'Bearer kn_test_…' } })

export async function sell(amount: number): Promise<string> {
  const { data, error } = await kaunta.POST('/v1/payments', {
    params: { header: { 'Idempotency-Key': 'order-1042' } },
    body: { payment_type: 'dynamic-qr', details: { amount, currency: 'TZS' }, metadata: { order: 'A-1042', gift: false } },
  })
  if (error) throw new Error(\`\${error.error_code}: \${error.message}\`)
  return data.data.payment_qr_code ?? ''
}

export async function paid(reference: string): Promise<components['schemas']['Payment'] | undefined> {
  const { data } = await kaunta.GET('/v1/payments/{reference}', { params: { path: { reference } } })
  return data?.data.status === 'completed' ? data.data : undefined
}

export async function sold(): Promise<number> {
  const { data } = await kaunta.GET('/v1/payments', { params: { query: { status: 'completed', limit: 100 } } })
  return (data?.data.items ?? []).reduce((sum, { settlement }) => sum + (settlement?.net.value ?? 0), 0)
}

export const payOut = (amount: number) =>
  kaunta.POST('/v1/payouts/send', {
    body: { amount, channel: 'mobile', recipient_name: 'Juma Ali', recipient_phone: '0754123456' },
  })

export async function link(amount: number): Promise<string> {
  const { data } = await kaunta.POST('/api/v1/sessions', {
    body: { amount, line_items: [{ name: 'Khanga', quantity: 2, unit_price: amount / 2 }], display: { theme: 'dark' } },
  })
  return data?.data.payment_link_url ?? ''
}

export async function isPaid(token: string): Promise<boolean> {
  const { data } = await kaunta.GET('/checkout/{token}/status', { params: { path: { token } } })
  return data?.data.status === 'completed'
}

type Heard = webhooks['payment.completed']['post']['requestBody']['content']['application/json']

export const net = (heard: Heard): number =>
  'data' in heard ? heard.data.settlement.net.value : heard.amount.value - heard.payment_fee

// @ts-expect-error: no such event
export type Unheard = webhooks['payment.paid']
// @ts-expect-error: text is no amount
kaunta.POST('/v1/payments', { body: { payment_type: 'mobile', details: { amount: '5000', currency: 'TZS' } } })
// @ts-expect-error: no such status
kaunta.GET('/v1/payments', { params: { query: { status: 'paid' } } })
`

test('a typed client compiles against the document', async () => {
  const box = await openUnclaimedServer()
  const { json } = await box.request({ path: '/docs/json' })
  await box.close()
  // openapi-typescript is written for the JavaScript API of TypeScript 5, which 7 does not have.
  const typescript = await import('typescript-5')
  mock.module('typescript', () => ({ ...typescript, default: typescript.default ?? typescript }))
  const { default: typesOf, astToString } = await import('openapi-typescript')
  const types = astToString(await typesOf(json as Parameters<typeof typesOf>[0]))

  const folder = join(root, `dist/docs-client-${process.pid}`)
  mkdirSync(folder, { recursive: true })
  try {
    await Bun.write(join(folder, 'openapi.ts'), types)
    await Bun.write(join(folder, 'client.ts'), client)
    const options = {
      extends: '../../tsconfig.json',
      include: ['.'],
      compilerOptions: { skipLibCheck: true },
    }
    await Bun.write(join(folder, 'tsconfig.json'), JSON.stringify(options))
    const tsc = Bun.spawn([join(root, 'node_modules/.bin/tsc'), '--noEmit', '-p', folder], {
      stdout: 'pipe',
      stderr: 'pipe',
    })
    const said = await new Response(tsc.stdout).text()
    expect({ code: await tsc.exited, said }).toEqual({ code: 0, said: '' })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}, 300_000)
