// Makes the planned sales of a day at two tills, and records each sale in the shopkeeper's book.
import { asha } from '../people.ts'
import { type BookedSale, backLines, type Method, refundSum } from './book.ts'
import {
  type Counter,
  checkTotal,
  enterLine,
  giveDiscount,
  handOverTill,
  parkSale,
  takeUpSale,
  tryDiscount,
} from './counter.ts'
import { giveBack, nextSale, takePayment } from './payment.ts'
import type { PlannedSale } from './plan.ts'
import { type Off, receiptOf, type Tapped, totalOf } from './receipt.ts'

export type Counters = readonly [Counter, Counter]

const methods = {
  cash: 'cash',
  qr: 'qr',
  push: 'mobile',
  'qr, then cash': 'cash',
  'push, then cash': 'cash',
} as const satisfies Record<PlannedSale['pays'], Method>

/** Sells one planned sale. @returns the sales that it became */
export async function sellPlanned(counters: Counters, sale: PlannedSale): Promise<BookedSale[]> {
  const here = counters[sale.till]
  const there = counters[sale.till === 0 ? 1 : 0]
  const name = `Parked ${sale.number}`
  const { lines, off, refused } = sale
  switch (sale.route) {
    case 'here': {
      await enter(here, lines, refused ? undefined : off)
      if (refused) {
        await tryDiscount(here, refused, here.words.aboveLimit)
        if (off) await giveDiscount(here, off)
      }
      return [await finish(here, sale, lines, off)]
    }
    case 'resumed': {
      await enter(here, lines, off)
      await parkSale(here, name)
      await takeUpSale(there, name, lines.length)
      return [await finish(there, sale, lines, off)]
    }
    case 'approved':
      return [await approve(here, there, sale, name)]
    case 'split': {
      await enter(here, lines)
      await parkSale(here, name, 1)
      const first = await finish(here, sale, lines.slice(0, 1))
      await takeUpSale(there, name, lines.length - 1)
      return [first, await finish(there, sale, lines.slice(1))]
    }
    case 'merged': {
      const [first, ...others] = lines
      if (!first) return []
      await enter(here, [first])
      await parkSale(here, name)
      await enter(there, others)
      await takeUpSale(there, name, lines.length)
      return [await finish(there, sale, [...others, first])]
    }
  }
}

/**
 * Has the owner approve a discount that the cashier may not give: the owner signs in at the other till and
 * gives it with a reason.
 */
async function approve(here: Counter, there: Counter, sale: PlannedSale, name: string): Promise<BookedSale> {
  const { lines, off } = sale
  if (!off) throw new Error('the owner approves a discount')
  await enter(here, lines)
  await tryDiscount(here, off, here.words.aboveLimit)
  await checkTotal(here, lines, totalOf(receiptOf(lines)))
  await parkSale(here, name)
  const owner = { ...there, cashier: asha }
  await handOverTill(there, owner.cashier)
  await takeUpSale(owner, name, lines.length)
  await tryDiscount(owner, off, owner.words.reasonMissing)
  await giveDiscount(owner, off, 'Regular customer')
  const sold = await finish(owner, sale, lines, off)
  await handOverTill(owner, there.cashier)
  return sold
}

async function enter(counter: Counter, lines: readonly Tapped[], off?: Off): Promise<void> {
  for (const line of lines) await enterLine(counter, line)
  if (off) await giveDiscount(counter, off)
}

/** Pays the sale on the screen, refunds what comes back, and begins the next sale. */
async function finish(
  counter: Counter,
  sale: PlannedSale,
  tapped: readonly Tapped[],
  off?: Off,
): Promise<BookedSale> {
  const lines = receiptOf(tapped, off).map(line =>
    // What is typed has no name in the price list, so it is called as this till calls it.
    line.good ? line : { ...line, name: counter.words.item },
  )
  const total = totalOf(lines)
  await checkTotal(counter, tapped, total)
  await takePayment(counter, { ...sale, total })
  const refunds: BookedSale['refunds'][number][] = []
  const earlier = tapped.map(() => 0)
  for (const back of sale.back ?? []) {
    const refund = backLines(lines, back, earlier)
    const isWhole = refundSum(refund) === total
    await giveBack(counter, { lines: tapped, back, isWhole, amount: refundSum(refund) })
    for (const [at, quantity] of back.entries()) earlier[at] = (earlier[at] ?? 0) + quantity
    refunds.push(refund)
  }
  await nextSale(counter)
  const isPlain = tapped.every(({ good }) => good === undefined)
  const { name: till, cashier } = counter
  return { till, cashier: cashier.name, method: methods[sale.pays], lines, isPlain, total, refunds }
}
