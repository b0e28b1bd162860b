// The numbers of payments: the next one, with what is made from it, and those that a token may mean.
import type { Appliance } from '../appliance.ts'
import { codeKeyBytes, type PaymentCodes, paymentCodes } from '../domain/payment-number.ts'
import { findSetting, putSetting } from '../store/account.ts'
import { findPaymentByToken, listNetworkToken, newestPayment } from '../store/payment.ts'
import type { Seal } from '../store/seal.ts'
import type { Read, Tx } from '../store/statement.ts'

export interface PaymentNumbers extends PaymentCodes {
  /** A payment that is not saved leaves a gap. */
  next(): { readonly number: number; readonly token: string; readonly tail: string }
  /** The newest that was given. */
  newest(): number
  /** No payment has a higher one, also of those that another node has just made. */
  upTo(): number
  /** The next one comes after this. */
  skipTo(number: number): void
  /** The next one comes after those that other nodes have given. */
  follow(read: Read): Promise<void>
}

const floorSetting = 'payment_number'
/** More than are created between a back-up and its restore. */
const restoreGap = 1_000_000

/** Made together: one at a time costs a create 3 microseconds more (docs/benchmarks.md). */
const madeAtOnce = 64

/** More than other nodes create between two of our writes. A token then means one number more, which is not used yet. */
const otherNodesMax = 9_000_000

async function storedNewest(read: Read): Promise<number> {
  const [payment, floor] = await Promise.all([newestPayment(read), findSetting(read, floorSetting)])
  return Math.max(payment?.number ?? 0, Number(floor ?? 0))
}

/** Numbers that follow the newest payment. @param hasNodes whether others give numbers, too */
export async function newPaymentNumbers(read: Read, seal: Seal, hasNodes: boolean): Promise<PaymentNumbers> {
  const codes = paymentCodes(seal.bytes('numbers of payments', codeKeyBytes))
  let newest = await storedNewest(read)
  const make = (number: number) => ({ number, token: codes.tokenOf(number), tail: codes.tailOf(number) })
  /** The next ones, the first of them last. */
  let made: ReturnType<typeof make>[] = []
  function skipTo(number: number): void {
    if (number <= newest) return
    newest = number
    made = []
  }
  return {
    ...codes,
    next() {
      newest++
      if (made.length === 0)
        made = Array.from({ length: madeAtOnce }, (_, index) => make(newest + madeAtOnce - 1 - index))
      return made.pop() ?? make(newest)
    },
    newest: () => newest,
    upTo: () => (hasNodes ? newest + otherNodesMax : newest),
    skipTo,
    follow: async read => skipTo(await storedNewest(read)),
  }
}

/**
 * After a restore: tokens of payments made since the back-up may still be shown somewhere, and must not mean
 * new ones.
 */
export async function skipNumbers(tx: Tx, { paymentNumbers }: Appliance): Promise<void> {
  const floor = paymentNumbers.newest() + restoreGap
  await putSetting(tx, floorSetting, String(floor))
  tx.after(() => paymentNumbers.skipTo(floor))
}

type Numbering = Pick<Appliance, 'store' | 'paymentNumbers'>

/** The numbers that a token may mean: of ours, and of payments to which a network gave it. */
export async function numbersOfToken({ store, paymentNumbers }: Numbering, token: string): Promise<number[]> {
  const ours = paymentNumbers.numbersOfToken(token, paymentNumbers.upTo())
  return [...ours, ...(await listNetworkToken(store.read, token))]
}

/** The newest payment with this token. */
export const paymentOfToken = async (numbering: Numbering, token: string) =>
  findPaymentByToken(numbering.store.read, token, await numbersOfToken(numbering, token))
