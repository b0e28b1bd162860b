// The page of a claim: the refund as its customer sees it, with the branding of the account's default
// profile.
import type {
  ClaimEnd,
  ClaimNotice,
  ClaimState,
  ClaimView,
  ClaimWallet,
} from '../../../ui/checkout/claim-page.tsx'
import { assert } from '../../domain/fault.ts'
import { localPhone } from '../../domain/local-phone.ts'
import { maskPhone, providerNames, readPhone, walletNames } from '../../domain/phone.ts'
import { maskName } from '../../domain/plain-text.ts'
import { firstProfile, type Locale } from '../../domain/profile.ts'
import { pendingReasonOf, type Refund, type RefundWallet, walletOf } from '../../domain/refund.ts'
import { acceptsWallet, claimTriesMax, isClaimable, waitsUntil } from '../../domain/refund-waiting.ts'
import type { Appliance } from '../../flow/appliance.ts'
import type { Claim } from '../../flow/refund-claim.ts'
import { findDefaultProfile } from '../../store/profile.ts'

/** The form as this browser sent it, and its problems. */
export interface TypedNumber {
  readonly typed?: string
  readonly problem?: 'number_required' | 'number_wrong'
  readonly notice?: ClaimNotice
}

/**
 * Returns a wallet as the page of a claim shows it, with the holder's name masked.
 * @param showsPhone whether to show the whole number, because the customer has just typed it
 */
export function walletView(
  { phone, provider, name }: RefundWallet,
  { showsPhone }: { readonly showsPhone: boolean },
): ClaimWallet {
  const phoneProvider = readPhone(phone)?.provider // by the prefix of the number
  const network = phoneProvider ? providerNames[phoneProvider] : walletNames[provider]
  return {
    phone: localPhone(showsPhone ? phone : maskPhone(phone)),
    network: network ?? null,
    name: name === '' ? '' : maskName(name.split(/\s+/)),
  }
}

/** Why a claim has ended, by the failure reason of its refund. Any other reason came from the network. */
const endOfReason: Readonly<Record<string, ClaimEnd>> = {
  wallet_not_named: 'expired',
  withdrawn: 'withdrawn',
  approval_declined: 'declined',
  approval_expired: 'declined',
}

/**
 * Returns the state of a claim's page: a form while the refund needs a wallet, then the progress of the
 * money, or why the claim has ended.
 * @param form the form as this browser sent it
 * @param now milliseconds
 */
export function claimState(refund: Refund, form: TypedNumber, now: number): ClaimState {
  const { status, failureReason } = refund
  if (status === 'reversed') return { kind: 'ended', why: 'returned', reason: null }
  if (status === 'failed') {
    const why = endOfReason[failureReason ?? ''] ?? 'refused'
    return { kind: 'ended', why, reason: failureReason }
  }
  const wallet = walletOf(refund)
  if (!wallet) return stateWithoutWallet(refund, form, now)
  const to = walletView(wallet, { showsPhone: false })
  if (status === 'completed') return { kind: 'sent', to, networkReference: refund.externalReference ?? '' }
  switch (pendingReasonOf(refund)) {
    case 'unknown':
      return { kind: 'unknown', why: 'unknown', to }
    case 'insufficient_balance':
      return { kind: 'waiting', why: 'later', to }
    case 'approval':
      return { kind: 'waiting', why: 'approval', to }
    default:
      return { kind: 'waiting', why: 'processing', to }
  }
}

/**
 * Returns the state of a pending refund whose customer has not named a wallet yet, or whose wallet was
 * refused: the form, or the end of the claim once its tries are used up or its time is over.
 * @param now milliseconds
 */
function stateWithoutWallet(
  refund: Refund,
  { typed, problem, notice }: TypedNumber,
  now: number,
): ClaimState {
  if (!isClaimable(refund, now)) {
    const hasTriesLeft = refund.claimTries < claimTriesMax
    return { kind: 'ended', why: hasTriesLeft ? 'expired' : 'used_up', reason: null }
  }
  const wasRefused = refund.failureReason !== null
  return {
    kind: 'form',
    typed: typed ?? '',
    problem: problem ?? null,
    notice: notice ?? (wasRefused ? 'again' : null),
    expiresAt: waitsUntil(refund),
  }
}

/**
 * Returns the state that an open page compares with its own. A page that shows a wallet to confirm does not
 * change while the refund accepts a wallet, even after the last try.
 * @param shown `confirm` if the page shows a wallet to confirm, which the server does not store
 * @param now milliseconds
 */
export const claimStatus = (refund: Refund, shown: string | undefined, now: number): ClaimState['kind'] =>
  shown === 'confirm' && acceptsWallet(refund, now) ? 'confirm' : claimState(refund, {}, now).kind

/**
 * Returns everything that the page of a claim shows.
 * @param path of the page
 * @param locale the chosen language; undefined for the language of the profile
 * @param stateAt returns the state of the page at a time in milliseconds
 */
export async function claimView(
  { store, world }: Appliance,
  { refund, account }: Claim,
  path: string,
  locale: Locale | undefined,
  stateAt: (now: number) => ClaimState,
): Promise<ClaimView> {
  const now = world.clock.now()
  // An account without a profile gets the first one for this page only: a session or a person stores it.
  const profile = (await findDefaultProfile(store.read, account.id)) ?? firstProfile('', account, now)
  assert(refund.way === 'payout', 'only a payout is claimed')
  return {
    path,
    locale: locale ?? profile.locale,
    merchantName: profile.merchantName,
    logo: null,
    brandColor: profile.brandColor,
    sandbox: account.mode === 'sandbox',
    meta: null,
    amount: refund.amount,
    timeZone: account.timeZone,
    state: stateAt(now),
  }
}
