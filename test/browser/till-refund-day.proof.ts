// A till's day with refunds of every way, in a real browser on the real binary, over the fake Selcom: by the
// network, by payout to the wallet that paid, claimed by QR, and in cash; all of a sale, some of its items or
// a sum; with a second person; one that fails, and one that is unknown and done late. In the end shift
// report, overview, lists, exports, postings, balance and network agree to the shilling.
import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Page, Route } from 'playwright-core'
import type { SelcomServer } from '../../scripts/fake/selcom-server.ts'
import { readCsv } from '../../src/domain/csv-file.ts'
import { dayOf, dayText } from '../../src/domain/day.ts'
import type { RefundView } from '../../src/wire/refund.ts'
import { browserHere, openBrowser, readQr } from '../kit/browser.ts'
import { asha } from '../kit/people.ts'
import { openSelcom, selcomCredentials } from '../kit/selcom.ts'
import {
  charge,
  neema,
  openTillShop,
  pairTablet,
  signIn,
  type TillShop,
  typeAmount,
} from '../kit/till-shop.ts'
import { settles } from '../kit/wait.ts'

interface Refunding {
  /** All when omitted. */
  readonly sum?: number
  readonly items?: () => Promise<void>
  readonly way?: RefundView['way']
  readonly isApproved?: boolean
  /** What the till shows first; undefined where no answer comes. */
  readonly look?: string
}

const float = 50_000
/** Whole shillings, by way. */
const refunded = {
  network: 12_000 + 2_500 + 60_000,
  payout: 15_000 + 7_000 + 25_000,
  cash: 4_000 + 3_000 + 18_000,
}
const sold = { network: 191_500, cash: 4_000 }

describe.skipIf(!browserHere)('a till’s day of refunds', () => {
  let selcom: SelcomServer
  let shop: TillShop
  let page: Page
  beforeAll(async () => {
    selcom = await openSelcom()
    shop = await openTillShop({ live: true, env: { KAUNTA_SELCOM_URL: selcom.url } })
    const credentials = { ...selcomCredentials, refunds: 'true' }
    const connected = await shop.asOwner('PUT', '/api/v1/networks/selcom', { credentials })
    expect([connected.status, connected.body]).toMatchObject([200, {}])
    const limits = await shop.asOwner('PATCH', '/api/v1/settings', { cash_refund_approval_above: 50_000 })
    expect(limits.status).toBe(200)
    ;({ page } = await pairTablet(shop))
    await page.addInitScript('window.print = () => { window.prints = (window.prints ?? 0) + 1 }')
    await page.reload()
    await signIn(page, neema)
    await toShift()
    await tap('open-shift')
    await typeAmount(page, float)
    await tap('step-submit')
    await page.getByTestId('count').waitFor()
    await page.getByRole('button', { name: 'Back' }).click()
  })
  afterAll(async () => {
    await shop?.close()
    selcom?.close()
  })

  const tap = (testId: string) => page.getByTestId(testId).click()
  const toShift = async () => {
    await tap('settings')
    await tap('shift')
  }
  const pays = async () => {
    const order = [...selcom.fake.orders.values()].at(-1)?.order_id ?? ''
    selcom.fake.steer(order, { answer: 'COMPLETED', callback: true })
    await page.getByTestId('paid').waitFor()
  }
  const sellByQr = async (amount: number) => {
    await charge(page, amount)
    await pays()
  }
  const sellByPush = async (amount: number) => {
    await typeAmount(page, amount)
    await tap('push')
    await typeAmount(page, 754_000_456)
    await tap('send')
    await page.getByTestId('cancel').waitFor()
    await pays()
  }
  const looks = (look: string) => page.locator(`[data-testid=refund-result][data-look=${look}]`).waitFor()
  const pin = async (digits: string) => {
    for (const digit of digits) await page.locator(`dialog[open] .key[data-key="${digit}"]`).click()
  }
  const mode = (name: string) => page.locator('dialog[open] .segment', { hasText: name }).click()
  /** Refunds a paid sale, up to what became of its refund. */
  async function refund({ sum, items, way, isApproved, look }: Refunding): Promise<void> {
    await tap('refund')
    await page.getByTestId('refund-amount').waitFor()
    if (items) {
      await mode('Items')
      await items()
    }
    if (sum !== undefined) {
      await mode('Amount')
      await page.getByTestId('refund-sum').fill(String(sum))
    }
    await page.getByTestId('refund-reason').first().click()
    if (way) await tap(`refund-way-${way}`)
    await page.locator('[data-testid=refund-confirm]:enabled').click()
    await enterPins(isApproved)
    if (look) await looks(look)
  }
  async function enterPins(isApproved = false): Promise<void> {
    await pin(neema.pin)
    if (!isApproved) return
    await page.getByTestId('approver').filter({ hasText: asha.name }).click()
    await pin(asha.pin)
  }
  const requests = '**/v1/payments/*/refunds'
  const done = async () => {
    await tap('refund-done')
    await tap('new-sale')
    await page.getByTestId('charge').waitFor()
  }
  /** Prints by this button. @returns the text of the paper */
  const print = async (button: string) => {
    await page.evaluate(() => Reflect.set(window, 'prints', 0))
    await tap(button)
    await page.waitForFunction(() => Reflect.get(window, 'prints') === 1)
    return (await page.getByTestId('paper').textContent())?.replaceAll('\u00a0', ' ') ?? ''
  }
  const refunds = async (): Promise<RefundView[]> =>
    (await shop.asKey('GET', '/v1/refunds?limit=50')).body.data.items
  const newestRefund = async () => (await refunds())[0] ?? expect.unreachable()

  test('by the network: all of a sale that was paid by phone', async () => {
    await sellByPush(12_000)
    await refund({ look: 'completed' })
    expect(await print('refund-print')).toContain('12,000')
    await done()
  })

  test('by the network: some of the items', async () => {
    const more = page.locator('dialog[open] [data-testid=item-more]')
    await tap('add-items')
    for (const [name, price, others] of [
      ['Chai ya maziwa', 1_500, 1],
      ['Andazi', 500, 3],
      ['Mchele wa Mbeya', 17_500, 0],
    ] as const) {
      await page.getByTestId('item-name').fill(name)
      await page.getByTestId('item-price').fill(String(price))
      await tap('item-add')
      for (let count = 0; count < others; count++) await more.last().click()
    }
    await tap('items-done')
    await tap('charge')
    await page.getByTestId('qr').waitFor()
    await pays()
    await refund({
      async items() {
        const more = (at: number) => page.getByTestId('refund-more').nth(at).click()
        await more(0)
        await more(1)
        await more(1)
        await page.getByTestId('refund-confirm').getByText('2,500').waitFor()
      },
      look: 'completed',
    })
    await page.getByTestId('refund-result').getByText('Chai ya maziwa').waitFor()
    const { line_items } = await newestRefund()
    expect(line_items.map(({ name, amount }) => [name, amount])).toEqual([
      ['Chai ya maziwa', 1_500],
      ['Andazi', 1_000],
    ])
    await done()
  })

  test('by payout: the customer names the wallet at the code that the till shows', async () => {
    await sellByQr(30_000)
    await refund({ sum: 7_000, way: 'payout', look: 'recipient_needed' })
    const link = await readQr(page.locator('.refund-claim .qr-code'))
    const phone = await (await openBrowser()).newPage()
    await phone.goto(`${shop.url}${new URL(link ?? '').pathname}`)
    await phone.locator('[name=phone]').fill('0713 000 111')
    await phone.locator('button[type=submit]').click()
    await phone.locator('main[data-state=confirm] button[type=submit]').click()
    await looks('completed')
    await phone.close()
    await page.getByTestId('refund-result').getByText('ASHA JUMA').waitFor()
    await done()
  })

  test('by payout: to the wallet that paid', async () => {
    await sellByPush(15_000)
    await refund({ way: 'payout', look: 'completed' })
    await done()
  })

  test('in cash: a cash sale', async () => {
    await typeAmount(page, sold.cash)
    await tap('cash')
    await tap('confirm-cash')
    await page.getByTestId('paid').waitFor()
    await refund({ look: 'completed' })
    await tap('refund-done')
    await page.getByTestId('voided').getByText('Cash refunded').waitFor()
    await tap('new-sale')
  })

  test('in cash: a sum, whose answer a reload cuts off: it is shown afterwards, and given once', async () => {
    await sellByQr(9_000)
    const isDone = Promise.withResolvers<void>()
    const isLeft = Promise.withResolvers<void>()
    const cutOff = async (route: Route) => {
      await route.fetch()
      isDone.resolve()
      await isLeft.promise
    }
    await page.route(requests, cutOff, { times: 1 })
    await refund({ sum: 3_000, way: 'cash' })
    await isDone.promise
    await page.reload()
    isLeft.resolve()
    await page.getByTestId('refund-banner').getByText('3,000').waitFor()
    await tap('refund-banner-check')
    await looks('completed')
    await page.getByTestId('refund-result').getByText('3,000').waitFor()
    await done()
    expect(await page.getByTestId('refund-banner').count()).toBe(0)
  })

  test('above the owner’s limit, with a second person: a request that is lost needs the PINs again', async () => {
    await sellByPush(60_000)
    await page.route(requests, route => route.abort(), { times: 2 })
    await refund({ isApproved: false })
    await page.getByTestId('refund-awaited').waitFor()
    await page.getByTestId('refund-pins').getByText('It wasn’t refunded.').waitFor()
    await enterPins(true)
    await looks('completed')
    await done()
  })

  test('that the network refuses: given back in cash instead', async () => {
    await sellByQr(18_000)
    selcom.fake.steer('next', { answer: 'REJECTED' })
    await refund({ look: 'failed' })
    selcom.fake.steer('next', {})
    await tap('refund-done')
    await refund({ way: 'cash', look: 'completed' })
    await done()
  })

  test('that stays unknown, and is done late: the sale shows it', async () => {
    await sellByPush(25_000)
    selcom.fake.steer('next', { answer: '999' })
    await refund({ way: 'payout', look: 'unknown' })
    await done()
    await page.locator('.sales-panel .sale-row', { hasText: '25,000' }).first().click()
    await page.locator('[data-testid=refund-row][data-look=unknown]').click()
    await looks('unknown')
    const { id } = await newestRefund()
    const payout = [...selcom.fake.payouts.values()].at(-1)?.transid ?? ''
    selcom.fake.steer(payout, { answer: 'COMPLETED', again: true })
    await shop.asOwner('POST', `/v1/refunds/${id}/check`)
    await looks('completed')
    await tap('refund-done')
    await page.locator('[data-testid=refund-row][data-look=completed]').waitFor()
    await tap('new-sale')
  })

  const digits = async (testId: string) =>
    Number((await page.getByTestId(testId).textContent())?.replaceAll(',', '').replace('−', '-'))
  const sumOf = (lines: readonly string[]) =>
    lines.reduce((sum, line) => sum + Number(line.replaceAll(',', '')), 0)
  const sent = refunded.network + refunded.payout

  test('the shift’s report, on the screen, on paper and as a file', async () => {
    await toShift()
    const rows = (name: string) => page.getByTestId(name).locator('li strong').allTextContents()
    // The till shows its last report until the new one arrives.
    await settles(
      () => digits('report-total'),
      total => expect(total).toBe(sold.network + sold.cash),
    )
    expect([sumOf(await rows('cash_refunds')), sumOf(await rows('sent_refunds'))]).toEqual([
      refunded.cash,
      sent,
    ])
    await tap('count')
    const expected = float + sold.cash - refunded.cash
    await typeAmount(page, expected)
    await tap('step-submit')
    await tap('close-shift')
    await page.getByTestId('shift-done').waitFor()
    const drawer = await Promise.all(
      ['float', 'sales', 'refunds', 'expected', 'counted'].map(name => digits(`drawer-${name}`)),
    )
    expect(drawer).toEqual([float, sold.cash, -refunded.cash, expected, expected])
    expect([sumOf(await rows('cash_refunds')), sumOf(await rows('sent_refunds'))]).toEqual([
      refunded.cash,
      sent,
    ])

    const paper = await print('print-shift')
    for (const said of ['Cash refunds × 3', 'Refunds by network or wallet × 6', '60,000', 'Asha'])
      expect(paper).toContain(said)
    const [file] = await Promise.all([page.waitForEvent('download'), tap('csv')])
    const table = await Bun.file(await file.path()).text()
    const byWay = { network: 0, payout: 0, cash: 0 }
    for (const [, amount, way] of table.matchAll(/^"refund",(\d+),.*,"(network|payout|cash)"\r?$/gm))
      byWay[way as keyof typeof byWay] += Number(amount)
    expect(byWay).toEqual(refunded)
    await tap('shift-done')
  })

  /** Reads the refunds that Home shows, on each day that has some: the test may run over midnight. */
  async function refundsAtHome(all: readonly RefundView[]) {
    const days = new Set(all.map(one => dayText(dayOf(Date.parse(one.created_at), 'Africa/Dar_es_Salaam'))))
    const total = { count: 0, gross: 0, fees: 0 }
    for (const day of days) {
      const { refunds: some } = (await shop.asOwner('GET', `/api/v1/overview?day=${day}`)).body.data.day
      total.count += some.count
      total.gross += some.gross
      total.fees += some.fees
    }
    return total
  }

  test('overview, lists, balance and the network agree', async () => {
    const all = await refunds()
    const sumBy = (way: string) =>
      all.reduce(
        (sum, one) => (one.way === way && one.status === 'completed' ? sum + one.amount.value : sum),
        0,
      )
    expect({ network: sumBy('network'), payout: sumBy('payout'), cash: sumBy('cash') }).toEqual(refunded)
    expect(all.filter(({ status }) => status === 'failed')).toHaveLength(1)
    const { items } = (await shop.asKey('GET', '/v1/payments?limit=50')).body.data
    const sum = (name: string) =>
      items.reduce(
        (total: number, one: Record<string, { value: number }>) => total + (one[name]?.value ?? 0),
        0,
      )
    expect([sum('amount'), sum('refunded')]).toEqual([sold.network, sent + refunded.cash - sold.cash])
    const completed = all.filter(({ status }) => status === 'completed')
    const fees = completed.reduce((total, one) => total + one.fees.value, 0)
    // The network also keeps its fee of what it refunds.
    const keptOf = ({ payment_reference, amount }: RefundView): number => {
      const paid = items.find((item: { reference: string }) => item.reference === payment_reference)
      return paid ? Math.floor((paid.settlement.fees.value * amount.value) / paid.amount.value) : 0
    }
    const kept = completed.reduce((total, one) => total + keptOf(one), 0)
    const given = { count: 9, gross: sent + refunded.cash, fees: fees + kept }
    expect(await refundsAtHome(all)).toEqual(given)
    const net = items.reduce(
      (total: number, one: { settlement: { net: { value: number } } }) => total + one.settlement.net.value,
      0,
    )
    const { body: balance } = await shop.asKey('GET', '/v1/payments/balance')
    expect(balance.data.available.value).toBe(net - sent - fees)

    const { fake } = selcom
    const sumOfAll = (of: Iterable<{ readonly amount: number }>) =>
      [...of].reduce((total, one) => total + one.amount, 0)
    expect(sumOfAll(fake.refunds.values())).toBe(refunded.network)
    expect(sumOfAll([...fake.payouts.values()].filter(({ code }) => code === '000'))).toBe(refunded.payout)
    const { body: health } = await shop.asOwner('GET', '/api/v1/doctor')
    expect(health.data.checks).toContainEqual(
      expect.objectContaining({ name: 'ledger', reason: 'ledger_right' }),
    )
  })

  test('the exports and the postings agree', async () => {
    /** Returns the rows of an export, by the heads of their columns. */
    const exported = async (name: string): Promise<Record<string, string>[]> => {
      const { body } = await shop.asOwner('GET', `/api/v1/${name}.csv`)
      const [heads = [], ...rows] = readCsv(String(body), 1_000).lines
      return rows.map(row => Object.fromEntries(heads.map((head, index) => [head, row[index] ?? ''])))
    }
    const sum = (rows: readonly Record<string, string>[], column: string) =>
      rows.reduce((total, row) => total + Number(row[column]), 0)
    const done = (await exported('refunds')).filter(({ status }) => status === 'completed')
    const byWay = (way: string) =>
      sum(
        done.filter(row => row.way === way),
        'amount',
      )
    expect({ network: byWay('network'), payout: byWay('payout'), cash: byWay('cash') }).toEqual(refunded)
    const sales = await exported('sales')
    expect(sum(sales, 'amount')).toBe(sold.network + sold.cash)
    expect(sum(sales, 'refunded')).toBe(sent + refunded.cash)
    expect(sum(await exported('payments'), 'amount')).toBe(sold.network)

    using db = new Database(join(shop.data, 'kaunta.db'), { readonly: true })
    const posted = (reason: string) =>
      Number(db.query('select coalesce(sum(amount), 0) from posting where reason = ?').values(reason)[0]?.[0])
    expect(posted('refund.completed')).toBe(sent)
    expect(posted('refund.held')).toBe(sent + posted('refund.failed'))
    expect(posted('refund.fee')).toBe(sum(done, 'fees'))
    const books = db.query('select account_id, sum(amount) as sum from balance group by 1').values()
    for (const [, total] of books) expect(total).toBe(0)
  })
})
