// The link with which a customer claims a refund whose wallet is not known. It contains the refund's id and a
// code that only this server can derive from the id, so the link is not stored.

import type { Account } from '../domain/account.ts'
import { assert } from '../domain/fault.ts'
import type { Refund, RefundWallet } from '../domain/refund.ts'
import { isClaimable, isWaiting } from '../domain/refund-waiting.ts'
import { findAccount } from '../store/account.ts'
import { isHashOf, sha256 } from '../store/hash.ts'
import { findRefund } from '../store/payout.ts'
import { countClaimTry } from '../store/refund.ts'
import type { Appliance } from './appliance.ts'
import { lookUpPayoutName } from './payout-name.ts'
import { sendToWallet } from './refund-waiting.ts'
import { wasTakenBack } from './reversal.ts'

/** A token is the 16 bytes of the refund's UUID, then a code of 128 bits, which cannot be guessed. */
const idBytes = 16
const codeBytes = 16
/** Each sealed text needs this many random bytes. */
const nonceBytes = 12

/** Returns the token of a refund's link: 43 letters, digits, `-` and `_`. @param id the refund's UUID */
function claimToken({ seal }: Pick<Appliance, 'seal'>, id: string): string {
  const idPart = Buffer.from(id.replaceAll('-', ''), 'hex')
  const code = Buffer.from(seal.derive(`claim of refund ${id}`), 'hex').subarray(0, codeBytes)
  return Buffer.concat([idPart, code]).toString('base64url')
}

/** Returns the UUID of the refund in a token. A malformed token gives a text that is no refund's id. */
const refundIdIn = (token: string): string =>
  Buffer.from(token, 'base64url')
    .subarray(0, idBytes)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** Returns the URL at which the customer names their wallet; null unless the refund waits for a wallet. */
export const claimUrl = (
  appliance: Pick<Appliance, 'seal' | 'publicUrl' | 'world'>,
  refund: Refund,
): string | null =>
  isClaimable(refund, appliance.world.clock.now())
    ? `${appliance.publicUrl}/claim/${claimToken(appliance, refund.id)}`
    : null

/** A refund that a customer has opened by its link. */
export interface Claim {
  readonly refund: Refund
  readonly account: Account
}

/**
 * Finds the refund of a link, also after it was claimed.
 * @returns undefined when this server did not make the link, or the customer took the money back instead
 */
export async function findClaim(appliance: Appliance, token: string): Promise<Claim | undefined> {
  const id = refundIdIn(token)
  if (!isHashOf(token, sha256(claimToken(appliance, id)))) return undefined
  const { read } = appliance.store
  const refund = await findRefund(read, id)
  if (refund?.way !== 'payout') return undefined
  if (isWaiting(refund) && (await wasTakenBack(read, refund))) return undefined
  const account = await findAccount(read, refund.accountId)
  assert(account, 'a refund has its account')
  return { refund, account }
}

/**
 * Looks up the holder's name of a wallet that the customer enters. Each call counts against the refund's
 * limit, because it shows the name behind a phone number.
 * @returns the wallet with that name, empty when no network returns one; undefined when the refund cannot be
 * claimed now
 * @throws Fault as `lookUpPayoutName`
 */
export async function tryWallet(
  appliance: Appliance,
  { refund: { id }, account }: Claim,
  wallet: Omit<RefundWallet, 'name'>,
): Promise<RefundWallet | undefined> {
  const isCounted = await appliance.store.write(async tx => {
    const refund = await findRefund(tx, id)
    if (!refund || !isClaimable(refund, appliance.world.clock.now())) return false
    await countClaimTry(tx, id)
    return true
  })
  if (!isCounted) return undefined
  const name = await lookUpPayoutName(
    appliance,
    account,
    { channel: 'mobile', ...wallet },
    { isRelayed: false },
  )
  return { ...wallet, name: name ?? '' }
}

/**
 * Returns the wallet as encrypted text for the claim page's form, so that the form can send only a wallet
 * whose name was looked up. Only this server can read or make the text.
 */
export function sealWallet({ seal, world }: Appliance, claim: Claim, wallet: RefundWallet): string {
  const text = JSON.stringify({ claim: claim.refund.id, wallet })
  return seal.close(text, world.random.bytes(nonceBytes))
}

/** Returns the wallet in a text of `sealWallet`; undefined for another refund's or a forged text. */
export function openSealedWallet(
  { seal }: Appliance,
  claim: Claim,
  sealed: string,
): RefundWallet | undefined {
  try {
    const { claim: refundId, wallet } = JSON.parse(seal.open(sealed))
    return refundId === claim.refund.id ? wallet : undefined
  } catch {
    return undefined
  }
}

/**
 * Sends the refund to the wallet that the customer has chosen and `tryWallet` has looked up.
 * @param address the IP address of the customer, for the audit log
 * @throws Fault as `sendToWallet`
 */
export const claimRefund = (
  appliance: Appliance,
  { refund }: Claim,
  wallet: RefundWallet,
  address: string,
): Promise<void> => sendToWallet(appliance, refund.id, { wallet, by: { actor: { kind: 'server' }, address } })
