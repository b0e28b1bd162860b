// Which account a till works on: the one chosen before, or the only one; else the person chooses.
import type { Account } from '../../kit/me.ts'
import type { NetworkMethod } from './network-health.model.ts'
import type { TillDevice } from './till-device.ts'

export type TillAccount =
  | { readonly kind: 'none' }
  | { readonly kind: 'choose' }
  /** A live account that no network serves: nothing can be sold, and it is said before an amount is typed. */
  | { readonly kind: 'closed'; readonly account: Account; readonly practice: Account | undefined }
  | { readonly kind: 'open'; readonly account: Account }

export const canTake = ({ takes }: Account): boolean => takes['dynamic-qr'] || takes.mobile

/** @param chosenId what this till remembers */
export function tillAccountOf(accounts: readonly Account[], chosenId: string | undefined): TillAccount {
  const [only] = accounts
  if (!only) return { kind: 'none' }
  const account = accounts.find(one => one.id === chosenId) ?? (accounts.length === 1 ? only : undefined)
  if (!account) return { kind: 'choose' }
  if (canTake(account)) return { kind: 'open', account }
  return { kind: 'closed', account, practice: practiceOf(accounts, account) }
}

/** The practice account of the same shop, or any. */
const practiceOf = (accounts: readonly Account[], account: Account): Account | undefined =>
  accounts.find(one => one.mode === 'sandbox' && one.name === account.name) ??
  accounts.find(one => one.mode === 'sandbox')

/**
 * The ways to pay that a counter offers: those its account has a network for, and cash where there is a
 * drawer.
 */
export function waysOf({
  account: { takes },
  till,
}: Pick<TillDevice, 'account' | 'till'>): (NetworkMethod | 'cash')[] {
  return [
    ...(takes['dynamic-qr'] ? (['qr'] as const) : []),
    ...(takes.mobile ? (['push'] as const) : []),
    ...(till ? (['cash'] as const) : []),
  ]
}

/** Those of them that work, as far as is known. */
export const workingMethods = (
  counter: Pick<TillDevice, 'account' | 'till'>,
  down: readonly NetworkMethod[],
): (NetworkMethod | 'cash')[] => waysOf(counter).filter(way => way === 'cash' || !down.includes(way))
