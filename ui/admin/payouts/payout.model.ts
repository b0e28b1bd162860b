// Payouts as the console shows them: the look of each state, validation of the form.

import { amountMax } from '../../../src/domain/payment-limit.ts'
import { payoutMin } from '../../../src/domain/payout.ts'
import { readPhone } from '../../../src/domain/phone.ts'
import { readShillings } from '../../../src/domain/shillings.ts'
import type { api } from '../../kit/api.ts'
import { phoneOf } from '../../kit/time.ts'
import type { Tone } from '../parts/figure.tsx'
import type { IconName } from '../parts/icon.tsx'

type PayoutReply = NonNullable<Awaited<ReturnType<ReturnType<typeof api.v1.payouts>['get']>>['data']>
export type Payout = PayoutReply['data']

/** `waiting`: for approval by a second person. */
export type PayoutState = 'waiting' | 'pending' | 'unknown' | 'completed' | 'failed' | 'reversed'

/**
 * Returns the state that pages show. Unknown is not failed: the money may have arrived, so it must not be
 * sent again.
 */
export const payoutStateOf = ({
  status,
  outcome_unknown,
  approval,
}: Pick<Payout, 'status' | 'outcome_unknown' | 'approval'>): PayoutState => {
  if (status !== 'pending') return status
  if (approval?.state === 'waiting') return 'waiting'
  return outcome_unknown ? 'unknown' : status
}

export const payoutStateChips: Readonly<
  Record<PayoutState, { readonly tone: Tone; readonly icon: IconName }>
> = {
  waiting: { tone: 'warning', icon: 'clock' },
  pending: { tone: 'open', icon: 'clock' },
  unknown: { tone: 'warning', icon: 'question' },
  completed: { tone: 'good', icon: 'check' },
  failed: { tone: 'bad', icon: 'cross' },
  reversed: { tone: 'neutral', icon: 'back' },
}

/** Returns the recipient's number or account: `0754 000 001`, or `CRDB 0150…`. */
export const destinationOf = ({ recipient }: Pick<Payout, 'recipient'>): string =>
  recipient.phone ? phoneOf(recipient.phone) : `${recipient.bank} ${recipient.account}`.trim()

/** The form as it is typed. */
export interface PayoutDraft {
  readonly channel: 'mobile' | 'bank'
  readonly name: string
  readonly phone: string
  readonly bank: string
  readonly account: string
  readonly amount: string
  readonly narration: string
}
export type PayoutField = keyof PayoutDraft
export type PayoutFault =
  | 'field_empty'
  | 'phone_wrong'
  | 'account_wrong'
  | 'amount_wrong'
  | 'amount_small'
  | 'amount_large'

export const emptyPayout: PayoutDraft = {
  channel: 'mobile',
  name: '',
  phone: '',
  bank: '',
  account: '',
  amount: '',
  narration: '',
}

/** Reads a typed amount in whole shillings; undefined for any other text and outside a payout’s limits. */
export function payableAmount(text: string): number | undefined {
  const amount = readShillings(text)
  return amount !== undefined && amount >= payoutMin && amount <= amountMax ? amount : undefined
}

/** Finds what is wrong with a typed amount. */
function amountFault(text: string): PayoutFault | undefined {
  if (text.trim() === '') return 'field_empty'
  const amount = readShillings(text)
  if (amount === undefined) return 'amount_wrong'
  if (amount < payoutMin) return 'amount_small'
  return amount > amountMax ? 'amount_large' : undefined
}

/** Finds what is wrong with the form, by field. Fields of the channel that is not chosen do not count. */
export function payoutFaults(form: PayoutDraft): Partial<Record<PayoutField, PayoutFault>> {
  const faults: Partial<Record<PayoutField, PayoutFault>> = {}
  const amount = amountFault(form.amount)
  if (amount) faults.amount = amount
  if (form.name.trim() === '') faults.name = 'field_empty'
  if (form.channel === 'mobile') {
    if (form.phone.trim() === '') faults.phone = 'field_empty'
    else if (!readPhone(form.phone)) faults.phone = 'phone_wrong'
    return faults
  }
  if (form.bank === '') faults.bank = 'field_empty'
  if (form.account.trim() === '') faults.account = 'field_empty'
  else if (!/^[A-Za-z0-9-]{4,34}$/.test(form.account.trim())) faults.account = 'account_wrong'
  return faults
}

/**
 * Returns the words of a name in small letters. Words of fewer than 3 letters, such as initials, do not
 * count.
 */
const wordsOf = (name: string) => new Set(name.toLowerCase().match(/\p{L}{3,}/gu) ?? [])

/**
 * Whether the registered name is likely another person's than the typed name: the two have no word in common.
 * Networks shorten names, and write them in any order.
 */
export function isOtherName(typedName: string, registeredName: string): boolean {
  const words = wordsOf(registeredName)
  return words.size > 0 && words.isDisjointFrom(wordsOf(typedName))
}

/** Returns the body of the request. Call it for a form without faults. */
export function payoutBody(form: PayoutDraft) {
  const shared = {
    recipient_name: form.name.trim(),
    ...(form.narration.trim() ? { narration: form.narration.trim() } : {}),
  }
  const amount = readShillings(form.amount) ?? 0
  return form.channel === 'mobile'
    ? { ...shared, amount, channel: form.channel, recipient_phone: readPhone(form.phone)?.e164 ?? form.phone }
    : {
        ...shared,
        amount,
        channel: form.channel,
        recipient_bank: form.bank,
        recipient_account: form.account.trim(),
      }
}
