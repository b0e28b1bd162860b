// Decides which sale a payment SMS belongs to. The SMS completes a sale without a person only if nothing
// contradicts it; a person decides between two matching sales. The caller reads and writes the rows.
import type { SmsPayment } from './sms.ts'

/** A sale over the till number whose money has not arrived. */
export interface OpenSale {
  readonly paymentId: string
  readonly attemptId: string
  readonly amount: number // whole shillings
  readonly createdAt: number
  readonly expiresAt: number
  /** Whether a message was used for it already: it may be paid again, but by no other message. */
  readonly hasSms: boolean
}

/** The owner's limits for the till number. */
export interface SmsPolicy {
  readonly isAutomatic: boolean
  /** Above this many shillings a person must enter digits from the customer's message. */
  readonly automaticMax: number
}

/** The facts needed to match a message. */
export interface SmsContext {
  readonly policy: SmsPolicy
  readonly sales: readonly OpenSale[]
  readonly equalSalesEndedAt: readonly number[] // sales of this amount that ended recently
  readonly equalMessagesPaidAt: readonly number[] // unclaimed messages of this amount
  /**
   * Whether the template is known from many real samples, or from twenty messages of this till that people
   * chose.
   */
  readonly isTemplateProven: boolean
  readonly balance: BalanceChain
  readonly now: number
}

/** Why a person must decide. */
export const smsWaitReasons = [
  'no_sale',
  'other_amount',
  'before_sale',
  'after_expiry',
  'several_sales',
  'several_messages',
  'equal_sale_ended',
  'not_automatic',
  'above_limit',
  'template_unproven',
  'late',
  'balance_missing',
  'balance_unexplained',
] as const
export type SmsWaitReason = (typeof smsWaitReasons)[number]

export type SmsMatch =
  | { readonly kind: 'automatic'; readonly sale: OpenSale }
  /** A person chooses: several sales match, or `reason` speaks against the only one. */
  | { readonly kind: 'choice'; readonly reason: SmsWaitReason; readonly sales: readonly OpenSale[] }
  /** No open sale matches: the money has no sale. */
  | { readonly kind: 'unmatched'; readonly reason: SmsWaitReason }

/**
 * For this long after a sale ended, an equal sale or SMS is ambiguous, because a customer may have paid
 * either sale.
 */
export const smsRecentMs = 600_000
/** This many messages of a till, each chosen by a person, prove a template. */
export const smsProofCount = 20
const minuteMs = 60_000

/**
 * Returns the start of the minute of a time. Messages show whole minutes, so a sale created at 16:05:40 may
 * be paid "at 16:05".
 */
const minuteOf = (time: number) => Math.floor(time / minuteMs) * minuteMs

/** Whether the money arrived while the sale was open. */
export const isInTime = (
  { createdAt, expiresAt }: Pick<OpenSale, 'createdAt' | 'expiresAt'>,
  paidAt: number,
): boolean => paidAt >= minuteOf(createdAt) && paidAt <= expiresAt

/**
 * Decides which sale a message paid: a sale of the same amount that was open at that time. A sale that has a
 * message gets no other. But its customer may have paid it twice, so it makes an equal sale ambiguous.
 */
export function matchSms({ amount, paidAt }: SmsPayment, context: SmsContext): SmsMatch {
  const withoutSms = context.sales.filter(({ hasSms }) => !hasSms)
  const isCandidate = (sale: OpenSale) => sale.amount === amount && paidAt !== null && isInTime(sale, paidAt)
  const candidates = withoutSms.filter(isCandidate)
  const [firstCandidate] = candidates
  if (!firstCandidate) return { kind: 'unmatched', reason: reasonWithoutSale(withoutSms, { amount, paidAt }) }
  const isOnlyMatch = context.sales.filter(isCandidate).length === 1
  const reason = isOnlyMatch ? reasonAgainst(firstCandidate, { amount, paidAt }, context) : 'several_sales'
  return reason === undefined
    ? { kind: 'automatic', sale: firstCandidate }
    : { kind: 'choice', reason, sales: candidates }
}

/** Returns why no open sale matches a message: the amount of every sale differs, or the time does. */
function reasonWithoutSale(
  sales: readonly OpenSale[],
  { amount, paidAt }: Pick<SmsPayment, 'amount' | 'paidAt'>,
): SmsWaitReason {
  const equalSale = sales.find(sale => sale.amount === amount)
  if (equalSale) return paidAt !== null && paidAt > equalSale.expiresAt ? 'after_expiry' : 'before_sale'
  const wasSaleOpen = sales.some(sale => paidAt !== null && isInTime(sale, paidAt))
  return wasSaleOpen ? 'other_amount' : 'no_sale'
}

/** Returns the first reason why a person must confirm the only matching sale; undefined if there is none. */
function reasonAgainst(
  sale: OpenSale,
  { amount, paidAt }: Pick<SmsPayment, 'amount' | 'paidAt'>,
  { policy, equalSalesEndedAt, equalMessagesPaidAt, isTemplateProven, balance, now }: SmsContext,
): SmsWaitReason | undefined {
  if (equalMessagesPaidAt.some(otherPaidAt => isInTime(sale, otherPaidAt) || now - otherPaidAt < smsRecentMs))
    return 'several_messages'
  if (equalSalesEndedAt.some(endedAt => now - endedAt < smsRecentMs)) return 'equal_sale_ended'
  if (!policy.isAutomatic) return 'not_automatic'
  if (isAboveLimit(amount, policy)) return 'above_limit'
  if (!isTemplateProven) return 'template_unproven'
  if (paidAt === null || now - paidAt >= smsRecentMs) return 'late'
  return reasonOfBalance(balance)
}

/** Returns why the balance of a message makes it wait for a person; undefined if it does not. */
export function reasonOfBalance(balance: BalanceChain): SmsWaitReason | undefined {
  if (balance === 'missing') return 'balance_missing'
  return balance === 'broken' ? 'balance_unexplained' : undefined
}

/** Whether this is a reason that `reasonOfBalance` returns. */
export const isBalanceReason = (reason: string | null): boolean =>
  reason === 'balance_missing' || reason === 'balance_unexplained'

/** Whether a sale of this amount (whole shillings) needs digits from the customer's own message. */
export const isAboveLimit = (amount: number, { automaticMax }: SmsPolicy): boolean => amount > automaticMax

/**
 * Whether typed text is the end of the transaction id (four or more characters) or the last three digits of
 * the payer's number.
 */
export const isSmsDigits = (
  typed: string,
  { transactionId, payerPhone }: Pick<SmsPayment, 'transactionId' | 'payerPhone'>,
): boolean => {
  const ending = typed.trim().toUpperCase()
  if (ending.length >= 4) return (transactionId ?? '').endsWith(ending)
  return ending.length === 3 && (payerPhone ?? '').endsWith(ending)
}

/** The money of a message, and the account's balance after it. Whole shillings. */
export interface Balance {
  readonly amount: number
  readonly balance: number
}

/** Whether the money of `next` was the first change of the balance after `before`. */
const isNext = (next: Balance, before: Balance) => before.balance + next.amount === next.balance

/**
 * Returns the shillings that went out of the account since the previous message: fees, a withdrawal, a
 * reversal or theft. 0 when none did, or when that is unknown.
 * @param others the balances of other messages, newest first
 */
export function balanceDrop(
  { amount, balance }: Pick<SmsPayment, 'amount' | 'balance'>,
  others: readonly Balance[],
): number {
  const [previous] = others
  if (!previous || balance === null) return 0
  const current = { amount, balance }
  // If another message comes directly before or after this one, nothing went out in between.
  const isExplained = others.some(other => isNext(current, other) || isNext(other, current))
  if (isExplained) return 0
  const expectedBalance = previous.balance + amount
  return Math.max(0, expectedBalance - balance)
}

/** The balances that a message is compared with. */
export interface KnownBalances {
  readonly areSeen: boolean // whether any message of the till number had a balance, with any label
  readonly claimed: readonly Balance[] // from messages with this label that a sale has claimed
  /** From waiting messages. They may be forged, so they count only if they follow from the claimed ones. */
  readonly waiting: readonly Balance[]
}

/** `unknown` until the till number has had a balance; then `missing` or `broken`. */
export type BalanceChain = 'holds' | 'broken' | 'missing' | 'unknown'

/**
 * Checks whether the balance of a message comes directly after or before that of another message, because
 * messages can overtake each other. A missing message, a fee or a withdrawal breaks the chain, and so does a
 * forged message.
 */
export function balanceChain(
  { amount, balance }: Pick<SmsPayment, 'amount' | 'balance'>,
  { areSeen, claimed, waiting }: KnownBalances,
): BalanceChain {
  if (!areSeen) return 'unknown'
  if (balance === null) return 'missing'
  return isLinked({ amount, balance }, provenBalances(claimed, waiting)) ? 'holds' : 'broken'
}

/**
 * Returns the claimed balances and the waiting ones that are linked to them, directly or through other
 * waiting balances.
 */
function provenBalances(claimed: readonly Balance[], waiting: readonly Balance[]): readonly Balance[] {
  const linked = waiting.find(balance => isLinked(balance, claimed))
  if (!linked) return claimed
  const stillWaiting = waiting.filter(balance => balance !== linked)
  return provenBalances([...claimed, linked], stillWaiting)
}

/**
 * Whether a balance takes a free position directly after or before a balance of the chain. Each position has
 * room for one message: if two messages claim the same position, one of them is not true.
 */
const isLinked = (candidate: Balance, chain: readonly Balance[]): boolean =>
  chain.some(member => {
    if (isNext(candidate, member) && !chain.some(other => isNext(other, member))) return true
    return isNext(member, candidate) && !chain.some(other => isNext(member, other))
  })
