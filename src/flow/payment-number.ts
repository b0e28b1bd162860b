// The numbers of payments: the next one, with what is made from it, and those that a token may mean.
import type { Appliance } from '../appliance.ts'
import { codeKeyBytes, type PaymentCodes, paymentCodes } from '../domain/payment-number.ts'
import { putSetting } from '../store/account.ts'
import { numberFloorSetting } from '../store/newest-id.ts'
import { findPaymentByToken, listNetworkToken } from '../store/payment.ts'
import type { Seal } from '../store/seal.ts'
import type { Tx } from '../store/statement.ts'

export interface PaymentNumbers extends PaymentCodes {
  /** A payment that is not saved leaves a gap. */
  next(): { readonly number: number; readonly token: string; readonly tail: string }
  /** The newest that was given. */
  newest(): number
  /** No payment has a higher one, also of those that another node has just made. */
  upTo(): number
  /** The next one comes after this. */
  skipTo(number: number): void
}

/** More than are created between a back-up and its restore. */
const restoreGap = 1_000_000

/**
 * Made together, so that their tables are fetched into the processor's cache once for all of them: one at a time costs a
 * create 5 microseconds more, 64 together 2 (docs/benchmarks.md). Where other nodes give numbers, too, most of them
 * would never be used.
 */
const madeAtOnce = 512
const madeBesideNodes = 16

/** More than other nodes create between two of our writes. A token then means one number more, which is not used yet. */
const otherNodesMax = 9_000_000

/** Numbers that follow the newest payment's. @param hasNodes whether others give numbers, too */
export function newPaymentNumbers(stored: number, seal: Seal, hasNodes: boolean): PaymentNumbers {
  const codes = paymentCodes(seal.bytes('numbers of payments', codeKeyBytes))
  let newest = stored
  const make = (number: number) => ({ number, token: codes.tokenOf(number), tail: codes.tailOf(number) })
  const atOnce = hasNodes ? madeBesideNodes : madeAtOnce
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
        made = Array.from({ length: atOnce }, (_, index) => make(newest + atOnce - 1 - index))
      return made.pop() ?? make(newest)
    },
    newest: () => newest,
    upTo: () => (hasNodes ? newest + otherNodesMax : newest),
    skipTo,
  }
}

/**
 * After a restore: tokens of payments made since the back-up may still be shown somewhere, and must not mean
 * new ones.
 */
export async function skipNumbers(tx: Tx, { paymentNumbers }: Appliance): Promise<void> {
  const floor = paymentNumbers.newest() + restoreGap
  await putSetting(tx, numberFloorSetting, String(floor))
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
