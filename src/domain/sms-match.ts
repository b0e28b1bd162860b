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

/** Returns the start of a minute. Messages show whole minutes: a sale of 16:05:40 may be paid "at 16:05". */
const minuteOf = (time: number) => Math.floor(time / minuteMs) * minuteMs

/** Whether the money arrived while the sale was open. */
export const isInTime = (
  { createdAt, expiresAt }: Pick<OpenSale, 'createdAt' | 'expiresAt'>,
  paidAt: number,
): boolean => paidAt >= minuteOf(createdAt) && paidAt <= expiresAt

/**
 * Decides which sale a message paid: one of the same amount that was open at that time. A sale that has its
 * message gets no other, but its customer may have paid it again, so an equal sale is ambiguous.
 */
export function matchSms({ amount, paidAt }: SmsPayment, context: SmsContext): SmsMatch {
  const usable = context.sales.filter(({ hasSms }) => !hasSms)
  const isCandidate = (sale: OpenSale) => sale.amount === amount && paidAt !== null && isInTime(sale, paidAt)
  const candidates = usable.filter(isCandidate)
  const [first] = candidates
  if (!first) return { kind: 'unmatched', reason: reasonWithoutSale(usable, { amount, paidAt }) }
  const isOnly = context.sales.filter(isCandidate).length === 1
  const reason = isOnly ? reasonAgainst(first, { amount, paidAt }, context) : 'several_sales'
  return reason === undefined
    ? { kind: 'automatic', sale: first }
    : { kind: 'choice', reason, sales: candidates }
}

/** Returns why no open sale matches, by what comes closest: an equal sale, or one open at that time. */
function reasonWithoutSale(
  sales: readonly OpenSale[],
  { amount, paidAt }: Pick<SmsPayment, 'amount' | 'paidAt'>,
): SmsWaitReason {
  const equal = sales.find(sale => sale.amount === amount)
  if (equal) return paidAt !== null && paidAt > equal.expiresAt ? 'after_expiry' : 'before_sale'
  return sales.some(sale => paidAt !== null && isInTime(sale, paidAt)) ? 'other_amount' : 'no_sale'
}

/** Returns the first reason against completing the only matching sale without a person. */
function reasonAgainst(
  sale: OpenSale,
  { amount, paidAt }: Pick<SmsPayment, 'amount' | 'paidAt'>,
  { policy, equalSalesEndedAt, equalMessagesPaidAt, isTemplateProven, balance, now }: SmsContext,
): SmsWaitReason | undefined {
  if (equalMessagesPaidAt.some(other => isInTime(sale, other) || now - other < smsRecentMs))
    return 'several_messages'
  if (equalSalesEndedAt.some(endedAt => now - endedAt < smsRecentMs)) return 'equal_sale_ended'
  if (!policy.isAutomatic) return 'not_automatic'
  if (isAboveLimit(amount, policy)) return 'above_limit'
  if (!isTemplateProven) return 'template_unproven'
  if (paidAt === null || now - paidAt >= smsRecentMs) return 'late'
  return reasonOfBalance(balance)
}

/** Returns why a message waits because of its balance; undefined if its balance is no reason. */
export function reasonOfBalance(balance: BalanceChain): SmsWaitReason | undefined {
  if (balance === 'missing') return 'balance_missing'
  return balance === 'broken' ? 'balance_unexplained' : undefined
}

/** Whether a message waits because of its balance. */
export const isBalanceReason = (reason: string | null): boolean =>
  reason === 'balance_missing' || reason === 'balance_unexplained'

/** Whether the sale needs digits from the customer's own message. */
export const isAboveLimit = (amount: number, { automaticMax }: SmsPolicy): boolean => amount > automaticMax

/** Whether typed digits are the end of the transaction id or of the payer's number. */
export const isSmsDigits = (
  digits: string,
  { transactionId, payerPhone }: Pick<SmsPayment, 'transactionId' | 'payerPhone'>,
): boolean => {
  const text = digits.trim().toUpperCase()
  if (text.length >= 4) return (transactionId ?? '').endsWith(text)
  return text.length === 3 && (payerPhone ?? '').endsWith(text)
}

/** The money of a message, and the account's balance after it. Whole shillings. */
export interface Balance {
  readonly amount: number
  readonly balance: number
}

/** Whether `next` was the first money after `before`. */
const isNext = (next: Balance, before: Balance) => before.balance + next.amount === next.balance

/**
 * Returns the shillings that left the account since the previous message, through fees, a withdrawal, a
 * reversal or theft. 0 when none left, or when that is unknown.
 * @param others newest first
 */
export function balanceDrop(
  { amount, balance }: Pick<SmsPayment, 'amount' | 'balance'>,
  others: readonly Balance[],
): number {
  const [last] = others
  if (!last || balance === null) return 0
  const own = { amount, balance }
  const isExplained = others.some(other => isNext(own, other) || isNext(other, own))
  if (isExplained) return 0
  return Math.max(0, last.balance + amount - balance)
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
 * Returns whether the balance follows from another message's balance, or another's from it, because messages
 * can overtake each other. A missing message, a fee or a withdrawal breaks the chain, and so does a forged
 * message.
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
 * Whether a balance takes a free position after or before one of the chain. Each balance has one message
 * after it and one before it. If two messages claim the same position, both cannot be true.
 */
const isLinked = (own: Balance, chain: readonly Balance[]): boolean =>
  chain.some(
    other =>
      (isNext(own, other) && !chain.some(balance => isNext(balance, other))) ||
      (isNext(other, own) && !chain.some(balance => isNext(other, balance))),
  )
