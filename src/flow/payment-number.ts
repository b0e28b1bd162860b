// The numbers of payments: the next one, with what is made from it, and those that a token may mean.
import { codeKeyBytes, type PaymentCodes, paymentCodes } from '../domain/payment-number.ts'
import { putSetting } from '../store/account.ts'
import { numberFloorSetting } from '../store/engine/newest-id.ts'
import type { Tx } from '../store/engine/statement.ts'
import type { Seal } from '../store/folder/seal.ts'
import { findPaymentByToken, listNetworkToken } from '../store/payment.ts'
import type { Store } from '../store/store.ts'

export interface NewNumber {
  readonly number: number
  readonly token: string
  readonly tail: string
}

export interface PaymentNumbers extends PaymentCodes {
  /** A payment that is not saved leaves a gap. */
  next(): NewNumber
  /** The newest that was given. */
  newest(): number
  /** No payment has a higher one, also of those that another node has just made. */
  upTo(): number
  /** The next one comes after this. */
  skipTo(number: number): void
}

/** More than are created between a back-up and its restore. */
const restoreGap = 1_000_000

/** Made together: one at a time, each costs 5 microseconds more, for its tables are not in the processor's cache. */
const madeAtOnce = 64

/** More than other nodes create between two of our writes. A token then means one number more, which is not used yet. */
const otherNodesMax = 9_000_000

const codesOf = (seal: Seal) => paymentCodes(seal.bytes('numbers of payments', codeKeyBytes))
const newNumber = (codes: PaymentCodes, number: number): NewNumber => ({
  number,
  token: codes.tokenOf(number),
  tail: codes.tailOf(number),
})

/** Numbers that follow the newest payment's. @param hasNodes whether other nodes may give numbers, too */
export function newPaymentNumbers(stored: number, seal: Seal, hasNodes: boolean): PaymentNumbers {
  const codes = codesOf(seal)
  let newest = stored
  /** The next ones, the first of them last. */
  let made: NewNumber[] = []
  return {
    ...codes,
    next() {
      newest++
      if (made.length === 0)
        made = Array.from({ length: madeAtOnce }, (_, index) =>
          newNumber(codes, newest + madeAtOnce - 1 - index),
        )
      return made.pop() ?? newNumber(codes, newest)
    },
    newest: () => newest,
    upTo: () => (hasNodes ? newest + otherNodesMax : newest),
    skipTo(number) {
      if (number <= newest) return
      newest = number
      made = []
    },
  }
}

/**
 * After a restore: tokens of payments made since the back-up may still be shown somewhere, and must not mean
 * new ones.
 */
export async function skipNumbers(
  tx: Tx,
  { paymentNumbers }: Pick<Numbering, 'paymentNumbers'>,
): Promise<void> {
  const floor = paymentNumbers.newest() + restoreGap
  await putSetting(tx, numberFloorSetting, String(floor))
  tx.after(() => paymentNumbers.skipTo(floor))
}

interface Numbering {
  readonly store: Store
  readonly paymentNumbers: PaymentNumbers
}

/** The numbers that a token may mean: of ours, and of payments to which a network gave it. */
export async function numbersOfToken({ store, paymentNumbers }: Numbering, token: string): Promise<number[]> {
  const ours = paymentNumbers.numbersOfToken(token, paymentNumbers.upTo())
  return [...ours, ...(await listNetworkToken(store.read, token))]
}

/** The newest payment with this token. */
export const paymentOfToken = async (numbering: Numbering, token: string) =>
  findPaymentByToken(numbering.store.read, token, await numbersOfToken(numbering, token))
