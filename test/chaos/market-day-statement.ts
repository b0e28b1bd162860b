// The networks' own ledgers compared with ours, to the shilling: what they collected and paid out determines
// every book. It is added up from the networks' memory and the admin's decisions, independently of our
// statuses and postings.
import type { Mode } from '../../src/domain/account.ts'
import type { Book, FeeSchedule } from '../../src/domain/posting.ts'
import type { SimulatedShop } from '../kit/simulated-shop.ts'

export type SettledManually = Record<Mode, Record<'kept' | 'returned', number>>

/** What a network took for one of our references. */
interface Taking {
  readonly payment: string
  readonly isCard: boolean
  readonly asked: number
  readonly took: number
}
/** What a network sent for us, and whether the money came back. */
interface Sending {
  readonly amount: number
  readonly state: 'open' | 'delivered' | 'returned'
  readonly isFree: boolean // a refund of the network's own costs nothing
}

export function disagreements(shop: SimulatedShop, manualConfirmation: SettledManually): string[] {
  const modes: [Mode, Taking[], Sending[]][] = [
    ['live', ...liveSides(shop)],
    ['sandbox', ...simulatedSides(shop)],
  ]
  return modes.flatMap(([mode, sales, sendings]) => {
    const expected = booksBy(sales, sendings, feesOf(shop, mode), manualConfirmation[mode])
    const ours = shop.books(mode)
    return books.flatMap(book =>
      ours[book] === expected[book]
        ? []
        : [`${mode}: the book ${book} has ${ours[book]}, the network's ledger makes it ${expected[book]}`],
    )
  })
}

const books = ['network', 'merchant', 'held', 'fees', 'suspense'] as const

function booksBy(
  sales: readonly Taking[],
  sendings: readonly Sending[],
  fees: FeeSchedule,
  { kept, returned }: SettledManually[Mode],
): Record<Book, number> {
  const collected = sum(sales.map(({ took }) => took))
  // The first order of its amount pays a payment; all other money waits for the admin.
  const paid = [
    ...new Map(
      sales.filter(({ took, asked }) => took > 0 && took === asked).map(taking => [taking.payment, taking]),
    ).values(),
  ]
  const matched = sum(paid.map(({ asked }) => asked))
  const earned = sum(
    paid.map(({ asked, isCard }) => Math.min(asked, feeOf(asked, isCard ? fees.card : fees.mobile))),
  )
  const cost = (state: Sending['state']) =>
    sum(sendings.filter(sending => sending.state === state).map(({ amount }) => amount))
  const charged = (state: Sending['state']) =>
    sum(
      sendings
        .filter(sending => sending.state === state && !sending.isFree)
        .map(({ amount }) => feeOf(amount, fees.payout)),
    )
  const held = cost('open') + charged('open')
  return {
    network: cost('delivered') + returned - collected,
    merchant: matched - earned + kept - cost('delivered') - charged('delivered') - held,
    held,
    fees: earned + charged('delivered'),
    suspense: collected - matched - kept - returned,
  }
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
const feeOf = (amount: number, { basisPoints, fixed }: FeeSchedule['payout']) =>
  Math.round((amount * basisPoints) / 10_000) + fixed

function feesOf({ query }: SimulatedShop, mode: Mode): FeeSchedule {
  const [account] = query<{ fees: string }>('select fees from account where mode = ?', mode)
  return JSON.parse(account?.fees ?? '{}')
}

const liveSides = ({ network }: SimulatedShop): [Taking[], Sending[]] => [
  [...network.orders.values()].map(({ order, took }) => ({
    payment: order.paymentId,
    isCard: order.method === 'card',
    asked: order.amount,
    took,
  })),
  [...network.payouts.values()].flatMap(({ order, state }) =>
    state === 'refused' ? [] : [{ amount: order.amount, state, isFree: order.origin !== undefined }],
  ),
]

/**
 * Returns both sides of the simulated network, whose memory is separate rows: payments and payouts only show
 * whose they are.
 */
const simulatedSides = ({ query }: SimulatedShop): [Taking[], Sending[]] => [
  query<{ payment: string; method: string; asked: number; took: number }>(
    `select payment_id as payment, attempt.method, attempt.amount as asked,
       iif(outcome is 'completed', coalesce(simulation.paid_amount, simulation.amount), 0) as took
     from attempt left join simulation using (network_reference) where attempt.connector = 'simulator'`,
  ).map(({ method, ...taking }) => ({ ...taking, isCard: method === 'card' })),
  query<{ amount: number; outcome: string; way: string | null }>(
    `select simulation.amount, outcome, way from simulation left join refund using (network_reference)
     where method = 'payout' and outcome not in ('failed', 'expired')`,
  ).map(({ amount, outcome, way }) => ({
    amount,
    isFree: way === 'network',
    state: outcome === 'completed' ? 'delivered' : outcome === 'reversed' ? 'returned' : 'open',
  })),
]
