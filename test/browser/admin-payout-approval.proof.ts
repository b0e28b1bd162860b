// A payout that needs a second person, in the console: the owner sets the sum, the home page shows what
// waits, the person who made the payout cannot approve it, and another one can.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Binary, initBinary, startBinary } from '../kit/binary.ts'
import { browserHere, closeBrowser } from '../kit/browser.ts'
import { asha, axeFaults, openConsole } from '../kit/console.ts'
import { juma } from '../kit/people.ts'
import { until } from '../kit/wait.ts'

describe.skipIf(!browserHere)('a payout above the sum', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kaunta-approval-'))
  let box: Binary
  let headers: Record<string, string>
  const post = async (path: string, body: unknown, more: Record<string, string> = headers) => {
    const sent = { method: 'POST', headers: { 'content-type': 'application/json', ...more } }
    const answer = await fetch(`${box.url}${path}`, { ...sent, body: JSON.stringify(body) })
    return (await answer.json()) as { data: { reference: string; token: string; url: string } }
  }

  beforeAll(async () => {
    const initial = await initBinary(join(folder, 'data'))
    box = await startBinary({ data: join(folder, 'data') })
    headers = { authorization: `Bearer ${initial.sandbox_api_key}` }
    const details = { amount: 500_000, currency: 'TZS' }
    const sale = await post('/v1/payments', { payment_type: 'dynamic-qr', details })
    await post(`/v1/sandbox/payments/${sale.data.reference}`, { outcome: 'completed' })
    const entry = { email: asha.email, password: asha.password, account_id: initial.sandbox_account.id }
    const { data } = await post('/api/v1/auth/token', entry)
    const owner = { authorization: `Bearer ${data.token}` }
    const invited = await post('/api/v1/invitations', { name: 'Juma', role: 'admin' }, owner)
    const code = new URL(invited.data.url).searchParams.get('code')
    await post('/api/v1/join', { code, name: juma.name, email: juma.email, password: juma.password }, {})
  })
  afterAll(async () => {
    await closeBrowser()
    await box.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('waits until another person approves it', async () => {
    const first = await openConsole(box, asha)
    await first.page.goto(`${box.url}/admin/settings/money`)
    const field = first.page.locator('input[name=payout_approval_above]')
    await field.fill('20,000')
    await field.press('Enter')
    await first.page.getByText('Saved', { exact: true }).first().waitFor()
    const to = { channel: 'mobile', recipient_name: 'Neema', recipient_phone: '0713000111' }
    const { data } = await post('/v1/payouts/send', { amount: 50_000, ...to })
    await first.page.goto(`${box.url}/admin`)
    await first.page.getByText('1 payout needs approval').waitFor()
    await first.page.goto(`${box.url}/admin/payouts/${data.reference}`)
    await first.page.getByText('You requested this payout').waitFor()
    expect(await first.page.getByRole('button', { name: 'Approve' }).count()).toBe(0)
    expect(await axeFaults(first.page)).toEqual([])

    const second = await openConsole(box, juma)
    await second.page.goto(`${box.url}/admin/payouts/${data.reference}`)
    await second.page.locator('.page-head').getByText('Needs approval').waitFor()
    await second.page.getByText('Requested by').waitFor()
    expect(await axeFaults(second.page)).toEqual([])
    await second.page.getByRole('button', { name: 'Approve' }).click()
    await second.page.getByTestId('decide').click()
    await second.page.locator('.page-head').getByText('Pending', { exact: true }).waitFor()
    expect(await axeFaults(second.page)).toEqual([])
  })

  test('so does a refund, beside the payouts', async () => {
    const details = { amount: 80_000, currency: 'TZS' }
    const { data } = await post('/v1/payments', { payment_type: 'dynamic-qr', details })
    await post(`/v1/sandbox/payments/${data.reference}`, { outcome: 'completed' })
    await until(async () => {
      const answer = await fetch(`${box.url}/v1/payments/${data.reference}`, { headers })
      return ((await answer.json()) as { data: { status: string } }).data.status === 'completed'
    })
    const order = { amount: 60_000, reason: 'Too late' }
    await post(`/v1/payments/${data.reference}/refunds`, order, { ...headers, 'idempotency-key': 'late' })
    const first = await openConsole(box, asha)
    await first.page.goto(`${box.url}/admin`)
    await first.page.getByText('1 refund needs approval').click()
    await first.page.getByText('You asked for it').waitFor()
    expect(await first.page.getByRole('button', { name: 'Approve' }).count()).toBe(0)

    const second = await openConsole(box, juma)
    await second.page.goto(`${box.url}/admin/payouts`)
    const row = second.page.getByRole('row').filter({ hasText: 'Too late' })
    await row.waitFor()
    expect(await axeFaults(second.page)).toEqual([])
    await row.getByRole('button', { name: 'Approve' }).click()
    await second.page.getByText('Approve this refund?').waitFor()
    await second.page.locator('dialog[open]').getByTestId('decide').click()
    await row.waitFor({ state: 'detached' })
    await second.page.goto(`${box.url}/admin/payments/refunds`)
    await row.getByText('On its way').waitFor()
  })
})
