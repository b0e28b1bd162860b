// Webhooks and events of the console in a real browser on the real binary, sent to a real receiver: from the
// first address to the first webhook, a failed delivery that is sent again and arrives, a new signing key,
// and the log of events.
import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { isGenuine } from '../../docs/verify/verify.ts'
import { browserHere } from '../kit/browser.ts'
import {
  asha,
  axeFaults,
  type ConsoleShop,
  type callAs,
  openConsole,
  openConsoleShop,
  sidewaysScroll,
} from '../kit/console.ts'

interface Message {
  readonly headers: Record<string, string>
  readonly body: string
}

const goneUrl = 'https://gone.example.com/hook'

/** Pauses an address as after five tries in 45 minutes that were all answered 410 Gone. */
function pauseAddress(data: string, account: string): void {
  const db = new Database(join(data, 'kaunta.db'))
  db.run('insert into paused_address (account_id, url, delivery_id, created_at) values (?, ?, ?, ?)', [
    account,
    goneUrl,
    'del_00000000000000000000000000000000',
    Date.parse('2026-01-02T03:04:05Z'),
  ])
  db.close()
}

describe.skipIf(!browserHere)('the console: webhooks and events', () => {
  const received: Message[] = []
  let answer = 200
  let receiver: Bun.Server<undefined>
  let hook: string
  let box: ConsoleShop
  let page: Page
  let complaints: string[]
  let account: string
  let signingKey: string
  let call: Awaited<ReturnType<typeof callAs>>

  beforeAll(async () => {
    receiver = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      async fetch(request) {
        received.push({ headers: Object.fromEntries(request.headers), body: await request.text() })
        return new Response(`{"said":${answer}}`, { status: answer, headers: { 'x-receiver': 'duka' } })
      },
    })
    hook = `http://127.0.0.1:${receiver.port}/hook`
    box = await openConsoleShop({ prepare: async (data, [, sandbox = '']) => pauseAddress(data, sandbox) })
    ;({ page, complaints, account, call } = box)
    signingKey = box.made.sandbox_webhook_secret
  })
  afterAll(async () => {
    await box.close()
    await receiver.stop(true)
  })

  const open = async (path: string) => {
    await page.goto(`${box.url}/admin${path}${path.includes('?') ? '&' : '?'}account=${account}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
  }
  const lastMessage = (): Message => {
    const last = received.at(-1)
    if (!last) throw new Error('nothing was received')
    return last
  }
  const genuine = ({ body, headers }: Message, key: string) => isGenuine(body, headers, key)
  /** Creates a payment that the customer pays immediately, so that its event is sent. */
  const sell = async () => {
    const { status, body } = await call('post', '/v1/payments', {
      payment_type: 'dynamic-qr',
      details: { amount: 5_000, currency: 'TZS' },
    })
    expect({ status, body }).toMatchObject({ status: 201 })
    const { reference } = body.data as { reference: string }
    await call('post', `/v1/sandbox/payments/${reference}`, { outcome: 'completed' })
    return reference
  }

  test('an empty page shows what to do, resumes a paused address, and leads to its setting', async () => {
    await open('/webhooks')
    await page.getByRole('heading', { name: 'No webhooks sent yet' }).waitFor()
    await page.getByTestId('snippet').getByText('createHmac').first().waitFor()
    await page.getByRole('combobox', { name: 'Language' }).selectOption('Go')
    await page.getByTestId('snippet').getByText('package').first().waitFor()
    expect(await axeFaults(page)).toEqual([])
    await page.getByText(goneUrl).waitFor()
    await page.getByRole('button', { name: 'Resume sending' }).click()
    await page.getByText(goneUrl).waitFor({ state: 'detached' })
    expect((await call('get', '/api/v1/webhooks/paused')).body.data).toEqual([])
    await page.getByRole('link', { name: 'Set address' }).click()
    await page.locator('[name=webhook_url]:focus').waitFor()
  })

  test('a test webhook shows why it did not arrive, then that it did', async () => {
    await page.getByRole('button', { name: 'Send test webhook' }).first().click()
    const sheet = page.getByRole('dialog')
    await page.getByTestId('send-test').click()
    await sheet.getByText('This account has no webhook address yet').waitFor()

    answer = 503
    await sheet.locator('[name=url]').fill(hook)
    await page.getByTestId('send-test').click()
    await sheet.locator('[data-result=rejected]').getByText('503').waitFor()
    answer = 200
    await page.getByTestId('send-test').click()
    await sheet.locator('[data-result=delivered]').waitFor()
    await sheet.getByText('"said": 200').waitFor()
    expect(genuine(lastMessage(), signingKey)).toBe(true)
    expect(JSON.parse(lastMessage().body)).toMatchObject({ type: 'payment.completed' })
    expect(await axeFaults(page)).toEqual([])
    await page.keyboard.press('Escape')
  })

  test('the first webhook, seen on the open page', async () => {
    await page.locator('[name=webhook_url]').fill(hook)
    await page.getByTestId('settings-webhooks').getByRole('button', { name: 'Save' }).click()
    await page.getByTestId('settings-webhooks').getByText('Saved', { exact: true }).waitFor()
    const reference = await sell()
    await page.getByRole('row').filter({ hasText: 'Delivered' }).waitFor()
    expect(JSON.parse(lastMessage().body)).toMatchObject({ type: 'payment.completed', data: { reference } })
    expect(genuine(lastMessage(), signingKey)).toBe(true)
  })

  test('a failed delivery shows its try, is sent again and turns to delivered', async () => {
    answer = 500
    await sell()
    await page.getByRole('row').filter({ hasText: 'Retrying' }).getByRole('link').click()
    await page.getByRole('heading', { level: 1, name: 'payment.completed' }).waitFor()
    await page.getByText('Attempt 1').waitFor()
    await page.getByText('"said": 500').waitFor()
    await page.getByText('1 of 5').waitFor()
    for (const headers of await page.getByText(/^Headers/).all()) await headers.click()
    await page.getByText('x-receiver').waitFor()
    await page.getByText('X-Webhook-Signature', { exact: true }).waitFor()
    expect(await axeFaults(page)).toEqual([])

    answer = 200
    await page.getByRole('button', { name: 'Resend' }).click()
    await page.getByText('Resent manually').waitFor()
    await page.locator('.page-head').getByText('Delivered', { exact: true }).waitFor()
    await page.getByText('"said": 200').waitFor()
    expect(await axeFaults(page)).toEqual([])
  })

  test('all that failed since a time is sent again, and counted', async () => {
    answer = 500
    await sell()
    await sell()
    await open('/webhooks?status=failed')
    await page.getByRole('row').filter({ hasText: 'Retrying' }).nth(1).waitFor()
    answer = 200
    await page.getByRole('button', { name: 'Resend…' }).click()
    expect(await axeFaults(page)).toEqual([])
    await page.locator('[name=since]').fill('')
    await page.getByTestId('send-again').click()
    await page.getByText('Choose a date and time').waitFor()
    await page.locator('[name=since]').fill('2026-01-01T00:00')
    await page.getByTestId('send-again').click()
    expect(await page.getByTestId('sent-again').textContent()).toBe('2 webhooks will be resent.')
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('heading', { name: 'No results' }).waitFor()
    await page.getByRole('link', { name: 'Clear filters' }).click()
    await page.getByRole('row').filter({ hasText: 'Delivered' }).nth(3).waitFor()
  })

  test('filters are in the address and find by host and payment', async () => {
    const reference = await sell()
    await page.getByRole('searchbox', { name: /Host/ }).fill('elsewhere.example.com')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'No results' }).waitFor()
    await open(`/webhooks?host=127.0.0.1:${receiver.port}&payment=${reference}`)
    await page.getByText('1–1 of 1').waitFor()
  })

  test('the key is shown on demand, and is replaced with an overlap', async () => {
    await open('/webhooks')
    expect(await page.getByTestId('signing-key').count()).toBe(0)
    await page.getByRole('button', { name: 'Show secret' }).click()
    expect(await page.getByTestId('signing-key').locator('code').textContent()).toBe(signingKey)
    await page.getByRole('button', { name: 'Create new secret' }).click()
    await page.locator('[name=grace]').fill('73')
    await page.getByTestId('confirm').click()
    await page.getByText('Enter 0 to 72').waitFor()
    expect(await axeFaults(page)).toEqual([])
    await page.locator('[name=grace]').fill('24')
    await page.getByTestId('confirm').click()
    await page.getByText('New secret created').waitFor()
    const newKey = (await page.getByTestId('signing-key').locator('code').textContent()) ?? ''
    expect(newKey).toStartWith('whsec_')
    expect(newKey).not.toBe(signingKey)
    const before = received.length
    await sell()
    await page.getByText(`1–6 of 6`).waitFor()
    await page.getByRole('row').filter({ hasText: 'Delivered' }).nth(5).waitFor()
    expect(received.length).toBe(before + 1)
    expect(genuine(lastMessage(), newKey)).toBe(true)
    expect(genuine(lastMessage(), signingKey)).toBe(true)
    await page.getByRole('button', { name: 'Hide secret' }).click()
    expect(await page.getByTestId('signing-key').count()).toBe(0)
  })

  test('the log of events, one event, and the way to its delivery and payment', async () => {
    await open('/webhooks/events?type=payment.failed')
    await page.getByRole('heading', { name: 'No results' }).waitFor()
    await page.getByRole('link', { name: 'Clear filters' }).click()
    await page.getByRole('row').filter({ hasText: 'payment.completed' }).first().waitFor()
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('row').filter({ hasText: 'payment.completed' }).last().getByRole('link').click()
    await page.getByText('"type": "payment.completed"').waitFor()
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('table', { name: 'Deliveries' }).getByRole('link').click()
    await page.getByText('Attempt 1').waitFor()
    await page.locator('.fact a[href*="/payments/"]').click()
    await page.waitForURL(/\/admin\/payments\//)
    await page.getByRole('link', { name: 'Webhook delivered' }).click()
    await page.waitForURL(/\/admin\/webhooks\/del_/)
    await page.getByText('Attempt 1').waitFor()
    await open('/webhooks/events/evt_00000000000000000000000000000000')
    await page.getByRole('heading', { name: 'Event not found' }).waitFor()
  })

  test('a payment’s timeline shows what the network answered, and leads to the unmatched money', async () => {
    const ask = { payment_type: 'dynamic-qr', details: { amount: 5_000, currency: 'TZS' } }
    const { reference } = (await call('post', '/v1/payments', ask)).body.data as { reference: string }
    await call('post', `/v1/sandbox/payments/${reference}`, { outcome: 'unknown' })
    await open(`/payments/${reference}`)
    const timeline = page.getByRole('list').filter({ hasText: 'QR code shown' })
    await timeline.getByText(/^Checked with the network: no answer$/).waitFor()
    await timeline.getByText(/^Waiting for the network to confirm/).waitFor()
    await call('post', `/v1/sandbox/payments/${reference}`, { outcome: 'completed', amount: 4_000 })
    // The check that found it paid is the network's confirmation: one fact is one step.
    await timeline.getByText('Confirmed by the network', { exact: true }).waitFor()
    await timeline.getByText(/4,000 paid$/).waitFor()
    expect(await timeline.getByText(/^Checked with the network.*: paid$/).count()).toBe(0)
    await timeline.getByText('The network answered').waitFor()
    expect(await axeFaults(page)).toEqual([])
    await timeline.getByRole('link', { name: /received without a matching payment/ }).click()
    await page.waitForURL(/\/admin\/unmatched/)
    await page.getByRole('row').filter({ hasText: '4,000' }).waitFor()
  })

  test.each(['/webhooks', '/webhooks/events'])(
    '%s fits a phone, in Swahili, in the dark theme',
    async path => {
      const phone = await openConsole(box, asha, { width: 360, theme: 'dark', language: 'sw' })
      await phone.page.goto(`${box.url}/admin${path}?account=${account}`)
      await phone.page.getByRole('row').nth(1).waitFor()
      expect(await sidewaysScroll(phone.page)).toBeLessThanOrEqual(0)
      expect(await axeFaults(phone.page)).toEqual([])
      expect(phone.complaints).toEqual([])
      await phone.context.close()
    },
  )

  test('no page logged an error, but the test without an address and the event that does not exist', () =>
    // An open page asks for the event again when its stream begins.
    expect(complaints.filter(text => !/webhooks\/test|404.*\/events\/evt_0+$/.test(text))).toEqual([]))
})
