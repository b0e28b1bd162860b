// Which account a till takes payments for: the one chosen before, or the only one; else the cashier chooses.
import type { Account } from '../../kit/me.ts'
import type { NetworkMethod } from './network-health.model.ts'
import type { TillDevice } from './till-device.ts'

/** The accounts that a logged-in person may sell for, and how to choose another one. */
export interface AccountChoice {
  readonly accounts: readonly Account[]
  readonly onChoose: (id: string) => void
}

/** The account that a logged-in person sells for, or why the till cannot open yet. */
export type TillAccount =
  | { readonly kind: 'none' }
  | { readonly kind: 'choose' }
  /** A live account without a payment network: the till shows this before an amount is typed. */
  | { readonly kind: 'no_network'; readonly account: Account; readonly practice: Account | undefined }
  | { readonly kind: 'open'; readonly account: Account }

/** Returns whether the account has a payment network for QR codes or pushes. */
export const canTakePayments = ({ takes }: Account): boolean => takes['dynamic-qr'] || takes.mobile

/** Returns the account to sell for. `chosenId` is the id of the account that was chosen in this browser. */
export function tillAccountOf(accounts: readonly Account[], chosenId: string | undefined): TillAccount {
  const [first, another] = accounts
  if (!first) return { kind: 'none' }
  const account = accounts.find(({ id }) => id === chosenId) ?? (another ? undefined : first)
  if (!account) return { kind: 'choose' }
  if (canTakePayments(account)) return { kind: 'open', account }
  return { kind: 'no_network', account, practice: practiceOf(accounts, account) }
}

/** Returns the practice account of the same shop, else any other practice account. */
const practiceOf = (accounts: readonly Account[], account: Account): Account | undefined =>
  accounts.find(({ mode, name }) => mode === 'sandbox' && name === account.name) ??
  accounts.find(({ mode }) => mode === 'sandbox')

/**
 * Returns the payment methods of a till: those that its account has a network for, and cash on a paired till.
 */
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

/** Returns the methods of a till without those whose network is known to be down. */
export const workingMethods = (
  device: Pick<TillDevice, 'account' | 'till'>,
  down: readonly NetworkMethod[],
): (NetworkMethod | 'cash')[] =>
  methodsOf(device).filter(method => method === 'cash' || !down.includes(method))
