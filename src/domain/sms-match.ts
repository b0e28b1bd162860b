// Which sale a payment SMS is for. It completes a sale without a person only if nothing speaks against it;
// two sales that fit are never decided here. A pure decision: the caller reads the rows, and writes.
import type { SmsPayment } from './sms.ts'

/** A sale over the till number that still waits for its money. */
export interface OpenSale {
  readonly paymentId: string
  readonly attemptId: string
  /** Whole shillings. */
  readonly amount: number
  readonly createdAt: number
  readonly expiresAt: number
}

/** What the owner allows for the till number. */
export interface SmsPolicy {
  readonly isAutomatic: boolean
  /** Above this many shillings a person enters digits from the customer's message. */
  readonly automaticMost: number
}

/** What is known around a message. */
export interface SmsContext {
  readonly policy: SmsPolicy
  /** All open sales over this till number. */
  readonly sales: readonly OpenSale[]
  /** When sales of this amount ended of late. */
  readonly equalEndedAt: readonly number[]
  /** When other messages of this amount, which no sale has claimed, say that it was paid. */
  readonly equalPaidAt: readonly number[]
  /** The template is known from many real samples, or from twenty messages of this till that people chose. */
  readonly isTemplateProven: boolean
  readonly balance: BalanceChain
  readonly now: number
}

/** Why a person decides. */
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
  /** Sales fit, the cashier chooses. */
  | { readonly kind: 'choice'; readonly reason: SmsWaitReason; readonly sales: readonly OpenSale[] }
  /** No open sale fits: money without a sale. */
  | { readonly kind: 'unmatched'; readonly reason: SmsWaitReason }

/** How long an equal sale that ended, and an SMS, may confuse: a customer may have paid either sale. */
export const smsRecentMs = 600_000
/** This many messages of a till, each chosen by a person, prove a template. */
export const smsProofCount = 20
const minuteMs = 60_000

/** Texts show whole minutes: a sale at 16:05:40 may be paid "at 16:05". */
const minuteOf = (time: number) => Math.floor(time / minuteMs) * minuteMs

/** Whether the money came in the time of the sale. */
export const isInTime = (
  { createdAt, expiresAt }: Pick<OpenSale, 'createdAt' | 'expiresAt'>,
  paidAt: number,
): boolean => paidAt >= minuteOf(createdAt) && paidAt <= expiresAt

/** Finds the sale of a message. */
export function matchSms({ amount, paidAt }: SmsPayment, context: SmsContext): SmsMatch {
  const equal = context.sales.filter(sale => sale.amount === amount)
  const candidates = equal.filter(sale => paidAt !== null && isInTime(sale, paidAt))
  const [only] = candidates
  if (!only) return { kind: 'unmatched', reason: reasonWithoutSale(equal, context.sales, paidAt) }
  const reason = candidates.length > 1 ? 'several_sales' : reasonAgainst(only, { amount, paidAt }, context)
  return reason === undefined
    ? { kind: 'automatic', sale: only }
    : { kind: 'choice', reason, sales: candidates }
}

function reasonWithoutSale(
  [equal]: readonly OpenSale[],
  sales: readonly OpenSale[],
  paidAt: number | null,
): SmsWaitReason {
  if (equal) return paidAt !== null && paidAt > equal.expiresAt ? 'after_expiry' : 'before_sale'
  return sales.some(sale => paidAt !== null && isInTime(sale, paidAt)) ? 'other_amount' : 'no_sale'
}

/** The first thing that speaks against completing the only sale that fits without a person. */
function reasonAgainst(
  sale: OpenSale,
  { amount, paidAt }: Pick<SmsPayment, 'amount' | 'paidAt'>,
  { policy, equalEndedAt, equalPaidAt, isTemplateProven, balance, now }: SmsContext,
): SmsWaitReason | undefined {
  if (equalPaidAt.some(other => isInTime(sale, other) || now - other < smsRecentMs)) return 'several_messages'
  if (equalEndedAt.some(endedAt => now - endedAt < smsRecentMs)) return 'equal_sale_ended'
  if (!policy.isAutomatic) return 'not_automatic'
  if (isAboveLimit(amount, policy)) return 'above_limit'
  if (!isTemplateProven) return 'template_unproven'
  if (paidAt === null || now - paidAt >= smsRecentMs) return 'late'
  return reasonOfBalance(balance)
}

/** Why the balance of a message speaks against it. */
export function reasonOfBalance(balance: BalanceChain): SmsWaitReason | undefined {
  if (balance === 'missing') return 'balance_missing'
  return balance === 'broken' ? 'balance_unexplained' : undefined
}

/** Such a sale needs digits from the customer's own message. */
export const isAboveLimit = (amount: number, { automaticMost }: SmsPolicy): boolean => amount > automaticMost

/** Whether typed digits are the end of the transaction id, or of the payer's number. */
export const isSmsDigits = (
  digits: string,
  { transactionId, payerPhone }: Pick<SmsPayment, 'transactionId' | 'payerPhone'>,
): boolean => {
  const text = digits.trim().toUpperCase()
  return (
    (text.length >= 4 && (transactionId ?? '').endsWith(text)) ||
    (text.length === 3 && (payerPhone ?? '').endsWith(text))
  )
}

/** What a message says of the account: the money that came, and all that is there since. Whole shillings. */
export interface Balance {
  readonly amount: number
  readonly balance: number
}

/** `next` was the first money after `before`. */
const isNext = (next: Balance, before: Balance) => before.balance + next.amount === next.balance

/**
 * Shillings that left the account unseen since the message before: fees, a withdrawal, a reversal, or money
 * that was taken. 0 when nothing did, or it cannot be known.
 * @param others newest first
 */
export function balanceDrop(
  { amount, balance }: Pick<SmsPayment, 'amount' | 'balance'>,
  others: readonly Balance[],
): number {
  const [last] = others
  if (!last || balance === null) return 0
  const own = { amount, balance }
  if (others.some(other => isNext(own, other) || isNext(other, own))) return 0
  return Math.max(0, last.balance + amount - balance)
}

/** The balances that a message is compared with. */
export interface KnownBalances {
  /** Any message of the till number had one, of any label. */
  readonly areSeen: boolean
  /** Of messages with the same label that a sale has claimed. */
  readonly claimed: readonly Balance[]
  /** Of those that wait. They may be invented, so they count where they follow from the claimed ones. */
  readonly waiting: readonly Balance[]
}

/** `unknown` until the till number has seen a balance; `missing` and `broken` since. */
export type BalanceChain = 'holds' | 'broken' | 'missing' | 'unknown'

/**
 * Whether the balance follows from another message's, or another's from this one: messages overtake each
 * other. A message that is missing, a fee or a withdrawal breaks it, and so does an invented one.
 */
export function balanceChain(
  { amount, balance }: Pick<SmsPayment, 'amount' | 'balance'>,
  { areSeen, claimed, waiting }: KnownBalances,
): BalanceChain {
  if (!areSeen) return 'unknown'
  if (balance === null) return 'missing'
  return isLinked({ amount, balance }, chainOf(claimed, waiting)) ? 'holds' : 'broken'
}

/** The claimed balances, with each that waits and follows from them. */
function chainOf(claimed: readonly Balance[], waiting: readonly Balance[]): readonly Balance[] {
  const linked = waiting.find(one => isLinked(one, claimed))
  return linked
    ? chainOf(
        [...claimed, linked],
        waiting.filter(one => one !== linked),
      )
    : claimed
}

/** Each balance has one message after it and one before it: two that claim the same place cannot both be true. */
const isLinked = (own: Balance, chain: readonly Balance[]): boolean =>
  chain.some(
    other =>
      (isNext(own, other) && !chain.some(one => isNext(one, other))) ||
      (isNext(other, own) && !chain.some(one => isNext(other, one))),
  )
