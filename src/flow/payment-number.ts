// The numbers of payments: the next one, with what is made from it, and those that a token may mean.
import { codeKeyBytes, type PaymentCodes, paymentCodes } from '../domain/payment-number.ts'
import { putSetting } from '../store/account.ts'
import { numberFloorSetting } from '../store/engine/newest-id.ts'
import type { GivenNumber, Nodes } from '../store/engine/node.ts'
import type { Tx } from '../store/engine/statement.ts'
import type { Seal } from '../store/folder/seal.ts'
import { findPaymentByToken, listNetworkToken } from '../store/payment.ts'
import type { Store } from '../store/store.ts'
import type { Ids } from '../world.ts'

export interface NewNumber {
  readonly number: number
  readonly token: string
  readonly tail: string
  /** What its id is made of, and when; undefined where any newer id comes after it. */
  readonly uuid?: { readonly text: string; readonly ms: number }
}

export interface PaymentNumbers extends PaymentCodes {
  /** A payment that is not saved leaves a gap. At once, but where other nodes give numbers, too, and its group had none. */
  next(tx: Tx): NewNumber | Promise<NewNumber>
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
 * create 5 microseconds more, 64 together 2.
 */
const madeAtOnce = 512

/** More than other nodes create between two of our writes. A token then means one number more, which is not used yet. */
const otherNodesMax = 9_000_000

const codesOf = (seal: Seal) => paymentCodes(seal.bytes('numbers of payments', codeKeyBytes))
const newNumber = (codes: PaymentCodes, number: number): NewNumber => ({
  number,
  token: codes.tokenOf(number),
  tail: codes.tailOf(number),
})

/** Numbers that follow the newest payment's, where no other process gives any. */
export function newPaymentNumbers(stored: number, seal: Seal): PaymentNumbers {
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
    upTo: () => newest,
    skipTo(number) {
      if (number <= newest) return
      newest = number
      made = []
    },
  }
}

/** Numbers that several nodes give. @param ids for these payments alone, whose ids are in the order of their numbers */
export function newSharedNumbers(
  stored: number,
  seal: Seal,
  nodes: Nodes,
  ids: Pick<Ids, 'uuid'>,
): PaymentNumbers {
  const codes = codesOf(seal)
  let newest = stored
  function use({ number, idMs }: GivenNumber): NewNumber {
    newest = Math.max(newest, number)
    return { ...newNumber(codes, number), uuid: { text: ids.uuid(idMs), ms: idMs } }
  }
  return {
    ...codes,
    next(tx) {
      const given = nodes.nextNumber()
      return given && given.number > newest ? use(given) : nodes.takeNumber(tx, newest).then(use)
    },
    newest: () => newest,
    upTo: () => newest + otherNodesMax,
    skipTo(number) {
      newest = Math.max(newest, number)
    },
  }
}

/**
 * After a restore: tokens of payments made since the back-up may still be shown somewhere, and must not mean
 * new ones.
 */
export async function skipNumbers(tx: Tx, { store, paymentNumbers }: Numbering): Promise<void> {
  const floor = paymentNumbers.newest() + restoreGap
  await putSetting(tx, numberFloorSetting, String(floor))
  await store.nodes?.takeNumber(tx, floor) // so other nodes get none before
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
