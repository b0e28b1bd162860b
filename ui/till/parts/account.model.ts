// Which account a till takes payments for: the one chosen before, or the only one; else the cashier chooses.
import type { Account } from '../../kit/me.ts'
import type { NetworkMethod } from './network-health.model.ts'
import type { TillDevice } from './till-device.ts'

export type TillAccount =
  | { readonly kind: 'none' }
  | { readonly kind: 'choose' }
  /** A live account without a payment network: the till shows this before an amount is typed. */
  | { readonly kind: 'no_network'; readonly account: Account; readonly practice: Account | undefined }
  | { readonly kind: 'open'; readonly account: Account }

export const canTakePayments = ({ takes }: Account): boolean => takes['dynamic-qr'] || takes.mobile

/** @param chosenId the account stored in this browser */
export function tillAccountOf(accounts: readonly Account[], chosenId: string | undefined): TillAccount {
  const [only] = accounts
  if (!only) return { kind: 'none' }
  const account =
    accounts.find(eachAccount => eachAccount.id === chosenId) ?? (accounts.length === 1 ? only : undefined)
  if (!account) return { kind: 'choose' }
  if (canTakePayments(account)) return { kind: 'open', account }
  return { kind: 'no_network', account, practice: practiceOf(accounts, account) }
}

/** The practice account of the same shop, or any. */
const practiceOf = (accounts: readonly Account[], account: Account): Account | undefined =>
  accounts.find(eachAccount => eachAccount.mode === 'sandbox' && eachAccount.name === account.name) ??
  accounts.find(eachAccount => eachAccount.mode === 'sandbox')

/** The payment methods of a till: those its account has a network for, and cash on a paired till. */
export function methodsOf({
  account: { takes },
  till,
}: Pick<TillDevice, 'account' | 'till'>): (NetworkMethod | 'cash')[] {
  return [
    ...(takes['dynamic-qr'] ? (['qr'] as const) : []),
    ...(takes.mobile ? (['push'] as const) : []),
    ...(till ? (['cash'] as const) : []),
  ]
}

/** Returns the methods whose network is not known to be down. */
export const workingMethods = (
  device: Pick<TillDevice, 'account' | 'till'>,
  down: readonly NetworkMethod[],
): (NetworkMethod | 'cash')[] =>
  methodsOf(device).filter(method => method === 'cash' || !down.includes(method))
