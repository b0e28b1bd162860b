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
  /** The next one comes after this. */
  skipTo(number: number): void
}

const floorSetting = 'payment_number'
/** More than are created between a back-up and its restore. */
const restoreGap = 1_000_000

/** Made together: one at a time costs a create 3 microseconds more (docs/benchmarks.md). */
const madeAtOnce = 64

/** Numbers that follow the newest payment. */
export async function newPaymentNumbers(read: Read, seal: Seal): Promise<PaymentNumbers> {
  const stored = (await newestPayment(read))?.number ?? 0
  const codes = paymentCodes(seal.bytes('numbers of payments', codeKeyBytes))
  let newest = Math.max(stored, Number((await findSetting(read, floorSetting)) ?? 0))
  const make = (number: number) => ({ number, token: codes.tokenOf(number), tail: codes.tailOf(number) })
  /** The next ones, the first of them last. */
  let made: ReturnType<typeof make>[] = []
  return {
    ...codes,
    next() {
      newest++
      if (made.length === 0)
        made = Array.from({ length: madeAtOnce }, (_, index) => make(newest + madeAtOnce - 1 - index))
      return made.pop() ?? make(newest)
    },
    newest: () => newest,
    skipTo(number) {
      newest = Math.max(newest, number)
      made = []
    },
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
  const ours = paymentNumbers.numbersOfToken(token, paymentNumbers.newest())
  return [...ours, ...(await listNetworkToken(store.read, token))]
}

/** The newest payment with this token. */
export const paymentOfToken = async (numbering: Numbering, token: string) =>
  findPaymentByToken(numbering.store.read, token, await numbersOfToken(numbering, token))
