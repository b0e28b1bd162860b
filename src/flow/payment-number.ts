// The numbers of payments: assigns the next number and its codes, and finds the possible numbers of a token.
import { codeKeyBytes, type PaymentCodes, paymentCodes } from '../domain/payment-number.ts'
import { putSetting } from '../store/account.ts'
import { numberFloorSetting } from '../store/engine/newest-id.ts'
import type { Tx } from '../store/engine/statement.ts'
import type { Seal } from '../store/folder/seal.ts'
import { listNetworkToken } from '../store/payment.ts'
import type { Store } from '../store/store.ts'

/** A number, the token that customers type, and the end of the payment's id. */
export interface NewNumber {
  readonly number: number
  readonly token: string
  readonly tail: string
}

/** Assigns the numbers of payments. */
export interface PaymentNumbers extends PaymentCodes {
  /** Assigns the next number. A payment that is not saved leaves a gap. */
  next(): NewNumber
  /** The last number that this node assigned or found. */
  newest(): number
  /** The highest number of any payment, including those of other nodes. */
  upTo(): number
  /** Makes the next number follow this one. */
  skipTo(number: number): void
}

/** More numbers than payments are created between a back-up and its restore. */
const restoreGap = 1_000_000

/**
 * How many numbers to prepare at once. One by one, each takes 5 microseconds longer, because the tables of
 * its codes have left the processor's cache.
 */
const batchSize = 64

/** More numbers than other nodes assign between two writes of this node. */
const otherNodesMax = 9_000_000

/** Returns the codes of payment numbers, which differ for each server's seal. */
const codesOf = (seal: Seal) => paymentCodes(seal.bytes('numbers of payments', codeKeyBytes))
/** Returns a number with its codes. */
const newNumber = (codes: PaymentCodes, number: number): NewNumber => ({
  number,
  token: codes.tokenOf(number),
  tail: codes.tailOf(number),
})

/**
 * Returns an object that assigns the numbers of new payments.
 * @param stored the number of the newest stored payment, which the next number follows
 * @param hasNodes whether other nodes also assign numbers
 */
export function newPaymentNumbers(stored: number, seal: Seal, hasNodes: boolean): PaymentNumbers {
  const codes = codesOf(seal)
  let newest = stored
  /** The next numbers, in descending order, so that `pop` returns the lowest. */
  let preparedNumbers: NewNumber[] = []
  return {
    ...codes,
    next() {
      newest++
      if (preparedNumbers.length === 0) {
        const highest = newest + batchSize - 1
        preparedNumbers = Array.from({ length: batchSize }, (_, index) => newNumber(codes, highest - index))
      }
      return preparedNumbers.pop() ?? newNumber(codes, newest)
    },
    newest: () => newest,
    upTo: () => (hasNodes ? newest + otherNodesMax : newest),
    skipTo(number) {
      if (number <= newest) return
      newest = number
      preparedNumbers = []
    },
  }
}

/**
 * Skips numbers after a restore. Customers may still see tokens of payments that were made since the back-up,
 * and these tokens must not find new payments.
 */
export async function skipNumbers(
  tx: Tx,
  { paymentNumbers }: Pick<Numbering, 'paymentNumbers'>,
): Promise<void> {
  const floor = paymentNumbers.newest() + restoreGap
  await putSetting(tx, numberFloorSetting, String(floor))
  tx.afterCommit(() => paymentNumbers.skipTo(floor))
}

interface Numbering {
  readonly store: Store
  readonly paymentNumbers: PaymentNumbers
}

/** Returns the numbers of the payments that a token may belong to, whether Kaunta or a network made it. */
export async function numbersOfToken({ store, paymentNumbers }: Numbering, token: string): Promise<number[]> {
  const ours = paymentNumbers.numbersOfToken(token, paymentNumbers.upTo())
  return [...ours, ...(await listNetworkToken(store.read, token))]
}
