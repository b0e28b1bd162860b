// Everything with an unknown outcome in one place of the console: found from Home, checked, and decided by an
// owner with a reason. The network's own answer still counts after that.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { browserHere } from '../kit/browser.ts'
import {
  asha,
  axeFaults,
  type ConsoleShop,
  type callAs,
  openConsoleShop,
  openDressed,
  sidewaysScroll,
} from '../kit/console.ts'
import { looks, newScreens, shoot, smallTargets, wordsOn } from '../kit/screens.ts'
import { until } from '../kit/wait.ts'

describe.skipIf(!browserHere)('unknown outcomes in the console', () => {
  const screens = newScreens('admin-unknown')
  let box: ConsoleShop
  let page: Page
  let complaints: string[]
  let call: Awaited<ReturnType<typeof callAs>>
  const made = async (path: string, body: unknown) =>
    ((await call('post', path, body)).body.data as { reference: string }).reference
  const sale = (amount: number) =>
    made('/v1/payments', { payment_type: 'dynamic-qr', details: { amount, currency: 'TZS' } })
  const payout = (amount: number) =>
    made('/v1/payouts/send', {
      amount,
      channel: 'mobile',
      recipient_name: 'Juma Ally',
      recipient_phone: '0713000111',
    })
  const decide = (kind: 'payments' | 'payouts', reference: string, outcome: string) =>
    call('post', `/v1/sandbox/${kind}/${reference}`, { outcome })
  const untilUnknown = async (count: number) => {
    const list = async () => ((await call('get', '/api/v1/unknown')).body.data as { items: unknown[] }).items
    await until(async () => (await list()).length === count)
  }
  const rowOf = (money: string) => page.getByRole('row').filter({ hasText: money })
  const references = { sale: '', sent: '', unsent: '' }

  beforeAll(async () => {
    box = await openConsoleShop()
    ;({ page, complaints, call } = box)
    await decide('payments', await sale(500_000), 'completed')
    references.sale = await sale(6_000)
    await decide('payments', references.sale, 'unknown')
    references.sent = await payout(20_000)
    references.unsent = await payout(30_000)
    await decide('payouts', references.sent, 'unknown')
    await decide('payouts', references.unsent, 'unknown')
    await untilUnknown(3)
    const other = await sale(7_000)
    await call('post', `/v1/sandbox/payments/${other}`, { outcome: 'completed', amount: 6_500 })
  })
  afterAll(() => box.close())

  test('Home names payments and payouts, and leads to the one list of them', async () => {
    await page.goto(`${box.url}/admin`)
    await page.getByText('1 payment awaiting confirmation').waitFor()
    await page.getByRole('link', { name: '2 payouts awaiting confirmation' }).click()
    await page.getByRole('heading', { level: 1, name: 'To resolve' }).waitFor()
    await rowOf('6,000').getByText('Payment by QR code, Simulator').waitFor()
    await rowOf('20,000').getByText('Payout to a wallet, Simulator').waitFor()
    await rowOf('20,000').getByText('Juma Ally, 0713 000 111').waitFor()
    await page.getByRole('heading', { name: 'Unmatched payments' }).waitFor()
    await rowOf('6,500').getByRole('button', { name: 'Resolve' }).waitFor()
    expect(await axeFaults(page)).toEqual([])
  })

  test.each(looks([360, 768, 1280]))('fits $width, in $language and $theme', async look => {
    const eye = await openDressed(box, asha, look)
    await eye.page.goto(`${box.url}/admin/unmatched`)
    await eye.page.locator('tbody tr').nth(3).waitFor()
    const name = `${look.width}-${look.theme}-${look.language}`
    await wordsOn(eye.page, name)
    expect(await sidewaysScroll(eye.page)).toBe(0)
    expect(await eye.page.evaluate(smallTargets)).toEqual([])
    expect(await axeFaults(eye.page)).toEqual([])
    await shoot(eye.page, screens, name)
    await eye.page.goto(`${box.url}/admin/payments/${references.sale}`)
    await eye.page.getByRole('button', { name: look.language === 'en' ? 'Decide' : 'Amua' }).click()
    await eye.page.getByRole('radio').last().check()
    await shoot(eye.page, screens, `decide-${name}`)
    expect(await axeFaults(eye.page)).toEqual([])
    await eye.page.goto(`${box.url}/admin/payouts/${references.sent}`)
    await eye.page.getByTestId('mark').click()
    await shoot(eye.page, screens, `mark-${name}`)
    expect(await axeFaults(eye.page)).toEqual([])
    await eye.page.close()
  })

  test('a check now shows whether the network knows the outcome', async () => {
    await rowOf('6,000').getByRole('button', { name: 'Check now' }).click()
    await page.getByText('Simulator doesn’t know yet about TZS 6,000. Kaunta keeps checking.').waitFor()
    await decide('payments', references.sale, 'completed')
    await rowOf('6,000').waitFor({ state: 'detached' })
  })

  test('an owner decides that a payment was not paid, with a reason', async () => {
    const silent = await sale(8_000)
    await decide('payments', silent, 'unknown')
    await rowOf('8,000').getByRole('button', { name: 'Decide' }).click()
    const dialog = page.getByRole('dialog', { name: 'Was TZS 8,000 paid?' })
    await dialog.getByRole('radio', { name: /It wasn’t paid/ }).check()
    await dialog.locator('textarea[name=note]').fill('Not on the statement')
    expect(await axeFaults(page)).toEqual([])
    await dialog.getByTestId('confirm').click()
    await rowOf('8,000').waitFor({ state: 'detached' })
    await page.goto(`${box.url}/admin/payments/${silent}`)
    await page.locator('.page-head').getByText('Failed', { exact: true }).waitFor()
    await page.getByText('Marked as not paid').waitFor()
    await page.getByText('Not on the statement').waitFor()
    expect(await axeFaults(page)).toEqual([])
    await page.goto(`${box.url}/admin/unmatched`)
  })

  test('an owner decides on payouts with a reason; nothing is chosen for them', async () => {
    await rowOf('20,000').getByRole('button', { name: 'Decide' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByTestId('confirm').click()
    expect(await dialog.getByText('Required', { exact: true }).count()).toBe(2)
    await dialog.getByRole('radio', { name: /It was sent/ }).check()
    await dialog.locator('textarea[name=note]').fill('On the statement of today')
    expect(await axeFaults(page)).toEqual([])
    await dialog.getByTestId('confirm').click()
    await rowOf('20,000').waitFor({ state: 'detached' })
    await page.goto(`${box.url}/admin/payouts/${references.sent}`)
    await page.locator('.page-head').getByText('Paid', { exact: true }).waitFor()
    await page
      .getByText('Marked as sent. You: On the statement of today. The network hasn’t confirmed it.')
      .waitFor()
    expect(await axeFaults(page)).toEqual([])
  })

  test('the network corrects an owner, and Home reports that and leads to the payout', async () => {
    await page.goto(`${box.url}/admin/payouts/${references.unsent}`)
    await page.getByTestId('mark').click()
    await page.getByRole('radio', { name: /It wasn’t sent/ }).check()
    await page.locator('textarea[name=note]').fill('Not on the statement')
    await page.getByTestId('confirm').click()
    await page.locator('.page-head').getByText('Failed', { exact: true }).waitFor()
    await page.getByText('Marked as not sent. You: Not on the statement.').waitFor()
    await decide('payouts', references.unsent, 'completed')
    await page.getByText('The network says otherwise, and its answer counts.').waitFor()
    await page.goto(`${box.url}/admin`)
    await page.getByText('A payout of TZS 30,000 had failed, but the network has sent it').waitFor()
    await page.getByRole('link', { name: /Don’t send it again/ }).click()
    await page.getByRole('heading', { level: 1, name: /30,000/ }).waitFor()
    expect(complaints).toEqual([])
  })
})
