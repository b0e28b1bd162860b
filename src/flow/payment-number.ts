// The numbers of payments: creates the next one and its codes, and finds the numbers of a token.
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
  newest(): number
  /** The highest number of any payment, including those of other nodes. */
  upTo(): number
  /** The next number comes after this one. */
  skipTo(number: number): void
}

/** More payments than are created between a back-up and its restore. */
const restoreGap = 1_000_000

/** Alone, each costs 5 microseconds more, because its tables are not in the processor's cache. */
const madeAtOnce = 64

/** Other nodes create fewer payments than this between two of our writes. */
const otherNodesMax = 9_000_000

const codesOf = (seal: Seal) => paymentCodes(seal.bytes('numbers of payments', codeKeyBytes))
const newNumber = (codes: PaymentCodes, number: number): NewNumber => ({
  number,
  token: codes.tokenOf(number),
  tail: codes.tailOf(number),
})

/** Numbers that follow the newest payment's. @param hasNodes whether other nodes also assign numbers */
export function newPaymentNumbers(stored: number, seal: Seal, hasNodes: boolean): PaymentNumbers {
  const codes = codesOf(seal)
  let newest = stored
  /** The next numbers, the first of them last. */
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

/** Tokens of payments made since the restored back-up may still be shown; they must not find new ones. */
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

/** The possible numbers of a token: of our tokens, and of payments with a network's token. */
export async function numbersOfToken({ store, paymentNumbers }: Numbering, token: string): Promise<number[]> {
  const ours = paymentNumbers.numbersOfToken(token, paymentNumbers.upTo())
  return [...ours, ...(await listNetworkToken(store.read, token))]
}

/** The newest payment with this token. */
export const paymentOfToken = async (numbering: Numbering, token: string) =>
  findPaymentByToken(numbering.store.read, token, await numbersOfToken(numbering, token))
