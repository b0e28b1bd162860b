// The nightly ledger check: quiet while the books are right, whatever happened; loud when a row was changed
// from outside.
import { describe, expect, test } from 'bun:test'
import { foundProblems } from '../../src/store/record-problem.ts'
import { rightProblems } from '../../src/store/right-check.ts'
import type { Store } from '../../src/store/store.ts'
import { opening, openSimulatedShop, type SimulatedShop } from '../kit/simulated-shop.ts'

/** Returns the stored result of the last check, and its log lines. */
function findings(shop: SimulatedShop): readonly string[] {
  const [kept] = shop.query<{ value: string }>("select value from setting where name = 'audit'")
  const { at, differences } = JSON.parse(kept?.value ?? '{}')
  expect(at).toBeGreaterThan(shop.time.now() - 86_400_000)
  const logged = shop.log
    .filter(({ message }) => message === 'the books do not add up')
    .map(({ facts }) => facts?.difference)
  expect(logged.slice(-differences.length || logged.length)).toEqual(differences)
  return differences
}

/** Returns the record check's entries in the audit log. */
const recordProblems = (shop: SimulatedShop): string[] =>
  shop
    .query<{ detail: string }>("select detail from audit_entry where kind = 'records.changed' order by rowid")
    .map(({ detail }) => JSON.parse(detail).problem)

/** Runs a day with every kind of event that moves money or totals, and a check after it. */
async function busyShop(opens = opening, opened = (store: Store) => store): Promise<SimulatedShop> {
  const shop = await openSimulatedShop({ mode: 'live', opens, store: opened })
  for (const amount of [10_000, 90_000, 700])
    await shop.customer.scans(await shop.cashier.asksForQr(amount)).approves()
  await shop.customer.scans(await shop.cashier.asksForQr(10_000)).approves(9_000)
  await shop.cashier.pushes('0754123456', 5_000)
  await shop.customer.picksUp('0754123456').declines()
  await shop.cashier.voids(await shop.cashier.asksForQr(2_000))
  await shop.cashier.asksForQr(3_000, { expiresIn: 60 })
  await shop.advance({ seconds: 1 })
  for (const amount of [5_000, 6_000, 7_000, 8_000]) await shop.owner.paysOut({ amount, phone: '0713000111' })
  const [first = '', second = '', third = ''] = shop.network.payouts.keys()
  for (const reference of [first, second]) shop.network.delivers(reference)
  shop.network.refuses(third)
  await shop.advance({ minutes: 2 })
  shop.network.returns(second)
  await shop.advance({ days: 1, minutes: 2 })
  return shop
}

describe('finds nothing', () => {
  test('after a busy day', async () => expect(findings(await busyShop())).toEqual([]))

  test('on a server where nothing happened', async () => {
    const shop = await openSimulatedShop()
    await shop.advance({ minutes: 2 })
    expect(findings(shop)).toEqual([])
  })

  test('when the first start after an upgrade has filled in the totals of sales', async () => {
    const shop = await busyShop()
    const kept = () => shop.query('select * from sale_total order by kind, day, name')
    const before = kept()
    expect(before).not.toEqual([])
    shop.query('delete from sale_total')
    shop.query("delete from setting where name = 'sale_totals_without_unmatched'")
    await shop.crash({ minutes: 1 })
    await shop.advance({ minutes: 2 })
    expect(kept()).toEqual(before)
    expect(findings(shop)).toEqual([])
  })

  test('every night, also after a crash', async () => {
    const shop = await busyShop()
    await shop.crash({ minutes: 1 })
    await shop.advance({ days: 1, minutes: 5 })
    expect(findings(shop)).toEqual([])
  })
})

describe('finds', () => {
  const merchant = "book = 'merchant' and account_id = (select id from account where mode = 'live')"
  const id = 'acct_\\w+'
  const notTheSum = (book: string) =>
    expect.stringMatching(new RegExp(`^the balance of ${id} ${book} is not the sum of its postings$`))
  const notZero = expect.stringMatching(new RegExp(`^the books of ${id} are not zero together$`))
  const notCounted = (status: string) =>
    expect.stringMatching(
      new RegExp(`^the kept count of ${id} \\d{8} [a-z-]+ ${status} payments is not their count$`),
    )
  const notSummed = (status: string) =>
    expect.stringMatching(
      new RegExp(`^the kept amount of ${id} \\d{8} [a-z-]+ ${status} payments is not their sum$`),
    )
  const notTheDays = (status: string) =>
    expect.stringMatching(
      new RegExp(`^the kept total of ${id} [a-z-]+ ${status} payments is not the sum of its days$`),
    )
  const notSold = (name: string) =>
    expect.stringMatching(
      new RegExp(`^the stored totals of ${id} \\d{8} ${name} are not the sum of its sales and refunds$`),
    )
  const table: [what: string, sql: string[], wanted: unknown[]][] = [
    [
      'a balance of a shilling more',
      [`update balance set amount = amount + 1 where ${merchant}`],
      [notTheSum('merchant'), notZero],
    ],
    [
      'a balance of a shilling less',
      [`update balance set amount = amount - 1 where ${merchant}`],
      [notTheSum('merchant'), notZero],
    ],
    [
      'money moved from book to book without a posting',
      [
        `update balance set amount = amount + 1 where ${merchant}`,
        `update balance set amount = amount - 1 where ${merchant.replace('merchant', 'fees')}`,
      ],
      [notTheSum('merchant'), notTheSum('fees')],
    ],
    ['a balance that is gone', [`delete from balance where ${merchant}`], [notTheSum('merchant'), notZero]],
    [
      'a posting of another amount',
      ["update posting set amount = amount + 1 where reason = 'payment.unmatched'"],
      [notTheSum('network'), notTheSum('suspense')],
    ],
    [
      'a posting that is gone',
      ["delete from posting where reason = 'payment.unmatched'"],
      [notTheSum('network'), notTheSum('suspense')],
    ],
    [
      'a posting without a payment',
      [
        "insert into posting select number + 1000000, account_id, 'x', reason, from_book, to_book, 1, 0 from posting where reason = 'payment.unmatched'",
      ],
      [notTheSum('network'), notTheSum('suspense')],
    ],
    [
      'a total of one more',
      ["update total set count = count + 1 where status = 'voided'"],
      [notCounted('voided'), notTheDays('voided')],
    ],
    [
      'a total that is gone',
      ["delete from total where status = 'voided'"],
      [notCounted('voided'), notSummed('voided'), notTheDays('voided')],
    ],
    [
      'a payment that changed without its total',
      ["update payment set status = 'failed' where status = 'voided'"],
      [notCounted('failed'), notCounted('voided'), notSummed('failed'), notSummed('voided')],
    ],
    [
      'a total of another amount',
      [
        "update total set amount = amount + 1 where status = 'completed' and account_id in (select id from account where mode = 'live')",
      ],
      [notSummed('completed'), notTheDays('completed')],
    ],
    [
      'a total on another day',
      ["update total set day = day + 1 where status = 'voided'"],
      [notCounted('voided'), notCounted('voided'), notSummed('voided'), notSummed('voided')],
    ],
    [
      'a count of all days of one more',
      ["update payment_total set count = count + 1 where status = 'voided'"],
      [notTheDays('voided')],
    ],
    [
      'an amount of all days of one more',
      ["update payment_total set amount = amount + 1 where status = 'voided'"],
      [notTheDays('voided')],
    ],
    [
      'a payment of another amount',
      ["update payment set amount = amount + 1 where status = 'voided'"],
      [notSummed('voided')],
    ],
    [
      'a shilling more among the sales of a method',
      ["update sale_total set gross = gross + 1 where kind = 'method'"],
      [notSold('method qr')],
    ],
    [
      'sales of a day that are gone',
      ["delete from sale_total where kind = 'method'"],
      [notSold('method qr')],
    ],
    [
      'sales of an item that was not sold',
      [
        "insert into sale_total select account_id, 'item', day, 'Soap', 1, 500, 1, 0, 0, 0, 0 from sale_total where kind = 'method'",
      ],
      [notSold('item Soap')],
    ],
    [
      'a cost that no line had',
      ["update sale_total set costed = 500, cost = 400 where kind = 'method'"],
      [notSold('method qr')],
    ],
    [
      'a refund that was not given',
      ["update sale_total set refunds = 1, refunded = 500 where kind = 'method'"],
      [notSold('method qr')],
    ],
  ]
  test.each(table)('%s', async (_, sql, wanted) => {
    const shop = await busyShop()
    shop.dropTriggers()
    for (const text of sql) shop.query(text)
    await shop.advance({ days: 1 })
    const isRecord = /posting/.test(sql.join().slice(0, 30))
    expect(recordProblems(shop).length > 0).toBe(isRecord)
    expect(shop.log.some(({ message }) => message.includes('run kaunta doctor'))).toBe(isRecord)
    const found = findings(shop)
    expect(found).toHaveLength(wanted.length)
    expect(found).toEqual(expect.arrayContaining(wanted))
  })

  test('a change among more postings than one piece holds', async () => {
    const shop = await busyShop()
    const [account] = shop.query<{ id: string }>("select id from account where mode = 'live'")
    const count = 10_001
    shop.query(
      `insert into posting with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
       select 100000 + i, ?, 'many', 'payment.completed', 'network', 'merchant', 7, 0 from n`,
      account?.id ?? '',
    )
    shop.query(`update balance set amount = amount + ${7 * count} where ${merchant}`)
    shop.query(
      `update balance set amount = amount - ${7 * count} where ${merchant.replace('merchant', 'network')}`,
    )
    await shop.advance({ days: 1 })
    expect(findings(shop)).toEqual([])
    shop.dropTriggers()
    shop.query('update posting set amount = 8 where number = 105001')
    await shop.advance({ days: 1 })
    expect(findings(shop)).toHaveLength(2)
  })
})

describe('rows that do not fit their postings or the audit log are found', () => {
  const first = "(select min(id) from payment where status = 'completed')"
  const someone =
    "insert into member select 'mgeni', id, 'owner', created_at, null, null, null, 0 from account"
  const table: [what: string, sql: string, wanted: RegExp[]][] = [
    [
      'the amount of a paid sale',
      `update payment set amount = 900 where id = ${first}`,
      [
        /^payment \S+ has an amount of 900 and fees of 150, and 10000 \(payment.completed\) was booked for it$/,
      ],
    ],
    [
      'the fees of a sale',
      `update payment set fees = fees + 1 where id = ${first}`,
      [/^payment \S+ has an amount of 10000 and fees of 151, and 150 \(payment.fee\) was booked for it$/],
    ],
    [
      'a paid sale that waits again',
      `update payment set status = 'pending', fees = null where id = ${first}`,
      [/is pending, and 10000 \(payment.completed\)/, /is pending, and 150 \(payment.fee\)/],
    ],
    [
      'a sale that nobody paid',
      "update payment set status = 'completed', fees = 7 where status = 'voided'",
      [/^payment \S+ is completed, and nothing was booked for it$/, /has fees of 7, and none were booked/],
    ],
    [
      'a sale of another account',
      `update payment set account_id = (select id from account where mode = 'sandbox') where id = ${first}`,
      [/belongs to acct_\w+, and 10000 \(payment.completed\) was booked for it to acct_/, /and 150 /],
    ],
    [
      'the amount of a payout under way',
      'update payout set amount = 500000 where amount = 8000',
      [/^payout \S+ has an amount of 500000 and fees of 300, and 8300 \(payout.held\) was booked for it$/],
    ],
    [
      'a failed payout that was paid',
      "update payout set status = 'completed' where status = 'failed'",
      [/^payout \S+ is completed, and no payout.completed was booked for it$/],
    ],
    [
      'a reversed payout that was not',
      "update payout set status = 'completed' where status = 'reversed'",
      [/is completed, and 6000 \(payout.reversed\)/, /is completed, and 300 \(payout.reversed\)/],
    ],
    [
      'unmatched money',
      'update unmatched set amount = 90000',
      [/^unmatched money of payment \S+ is gone, and 9000 /, /has an amount of 90000, which was not booked/],
    ],
    [
      'unmatched money that was returned',
      "update unmatched set resolution = 'returned', settled_at = 1, settled_by = 'x', note = 'x'",
      [/is returned, and that was not booked$/],
    ],
    [
      'a further owner',
      someone,
      [/^mgeni is owner, and the audit log has no entry of it/, /^mgeni is owner/],
    ],
    [
      'a grant',
      'update member set may_confirm = 1',
      [/may confirm payments manually, and the audit log has no entry/, /may confirm payments manually/],
    ],
    [
      'a further API key',
      "insert into api_key select 'key_x', id, 'x', 'x', 'x', '[]', null, 1, null from account limit 1",
      [/^API key key_x works, and the audit log has no entry of its creation$/],
    ],
  ]
  let store: Store | undefined
  /** Returns the findings after a manual change, which is undone. */
  async function foundAfter(sql: string): Promise<string[]> {
    if (!store) await busyShop(opening, opened => (store = opened))
    let found: string[] = []
    const undone = store?.write(async tx => {
      await tx.rows(sql, [], 'once')
      found = await foundProblems(tx, { head: undefined, carried: undefined, rest: async () => {} })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    return found
  }

  test.each(table)('%s', async (_, sql, wanted) => {
    expect(await foundAfter(sql)).toEqual(wanted.map(pattern => expect.stringMatching(pattern)))
  })

  test('and listed once in the audit log, by the check of a night', async () => {
    const shop = await busyShop()
    expect(recordProblems(shop)).toEqual([])
    shop.query(table[0]?.[1] ?? '')
    await shop.advance({ days: 2 })
    expect(recordProblems(shop)).toEqual([expect.stringMatching(/^payment \S+ has an amount of 900 /)])
  })
})

describe('while sales go on', () => {
  test('a key that is created while rights are read is no alarm', async () => {
    let store: Store | undefined
    const shop = await openSimulatedShop({ store: opened => (store = opened) })
    const key = [
      "insert into api_key select 'key_x', id, 'x', 'x', 'x', '[]', null, 1, null from account limit 1",
      `insert into audit_entry (id, account_id, kind, subject, detail, created_at)
        select 'audit_x', id, 'key.created', 'key_x', '{"scopes":""}', 1 from account limit 1`,
    ]
    await store?.write(async tx => {
      const rows: Store['read']['rows'] = async (text, values, keep, change) => {
        if (text.includes('from api_key'))
          for (const statement of key.splice(0)) await tx.rows(statement, [], 'once')
        return tx.rows(text, values, keep, change)
      }
      expect(await rightProblems({ rows })).toEqual([])
    })
    expect(key).toEqual([])
    shop.close()
  })

  const old = 5_001

  const isAuditing = (shop: SimulatedShop) =>
    shop.query("select id from job where kind = 'ledger.check' and state = 'claimed'").length > 0

  /**
   * Opens a shop with more old payments than two pieces hold, which sells between any two pieces of the
   * audit.
   */
  async function sellingShop(opens = opening) {
    const shop = await busyShop(opens)
    const [given] = shop.query<{ id: string; day: number }>(
      "select payment.id, day from payment join total using (account_id, type, status) where status = 'voided'",
    )
    expect(given).toBeDefined()
    const columns = shop
      .query<{ name: string }>("select name from pragma_table_info('payment')")
      .map(({ name }) => name)
    // Older than all others, so their numbers come before.
    const older: Readonly<Record<string, string>> = {
      id: `'0000' || substr(cast(${10 ** 8} + i as text), 2)`,
      number: `i - ${old + 1}`,
    }
    const values = columns.map(name => older[name] ?? name)
    shop.query(
      `insert into payment (${columns}) with recursive n(i) as (select 1 union all select i + 1 from n where i < ${old})
       select ${values} from n, payment where payment.id = ?`,
      given?.id ?? '',
    )
    shop.query(
      `update total set count = count + ${old}, amount = amount + ${old} * 2000 where status = 'voided'`,
    )
    shop.query(
      `update payment_total set count = count + ${old}, amount = amount + ${old} * 2000 where status = 'voided'`,
    )
    let sold = 0
    const sell = async () => {
      sold++
      const payment = await shop.cashier.asksForQr(1_000 + sold)
      if (sold % 2) await shop.customer.scans(payment).approves()
      else await shop.cashier.voids(payment)
    }
    shop.afterStep = () => {
      if (isAuditing(shop) && sold < 30) shop.time.after(0, () => void sell())
    }
    return { shop, sold: () => sold }
  }

  test('nothing is found where nothing is wrong', async () => {
    const { shop, sold } = await sellingShop()
    await shop.advance({ days: 1 })
    expect(sold()).toBeGreaterThanOrEqual(3)
    expect(findings(shop)).toEqual([])
    expect(recordProblems(shop)).toEqual([])
    await shop.advance({ days: 1 })
    expect(findings(shop)).toEqual([])
  })

  test('nor where a payment of the day before is paid during the check', async () => {
    // 00:29 in Dar es Salaam: the audit comes two minutes later, every night.
    const { shop } = await sellingShop(Date.UTC(2026, 2, 1, 21, 29))
    await shop.advance({ hours: 23, minutes: 15 })
    const sale = await shop.cashier.asksForQr(4_000)
    const { afterStep } = shop
    let statusBefore: unknown
    shop.afterStep = () => {
      afterStep()
      if (statusBefore || !isAuditing(shop)) return
      statusBefore = shop.query('select status from payment where id = ?', sale.reference)[0]
      shop.time.after(0, () => void shop.customer.scans(sale).approves())
    }
    await shop.advance({ hours: 1 })
    expect(statusBefore).toEqual({ status: 'pending' })
    expect(await shop.cashier.sees(sale)).toMatchObject({ status: 'completed' })
    expect(findings(shop)).toEqual([])
    const days = shop
      .query<{ day: number }>('select distinct day from total order by day')
      .map(({ day }) => day)
    expect(days).toEqual([20260302, 20260303, 20260304])
  })

  test('a wrong amount of another day is found', async () => {
    const { shop } = await sellingShop()
    shop.query("update payment set amount = 2001 where id = '000000002500'")
    await shop.advance({ days: 1 })
    expect(findings(shop)).toEqual([expect.stringMatching(/ voided payments is not their sum$/)])
  })
})
