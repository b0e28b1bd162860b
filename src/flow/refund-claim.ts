// The link with which a customer claims a refund whose wallet is not known. It holds the id of the refund and
// a code that only this server can make of it, so nothing of it is stored.

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

/** A token is the 16 bytes of the refund's UUID and a code of 128 bits, which cannot be guessed. */
const idBytes = 16
const codeBytes = 16

/** Returns the token of a refund's link: 43 letters, digits, `-` and `_`. @param id the refund's UUID */
function claimToken({ seal }: Pick<Appliance, 'seal'>, id: string): string {
  const code = Buffer.from(seal.derive(`claim of refund ${id}`), 'hex').subarray(0, codeBytes)
  return Buffer.concat([Buffer.from(id.replaceAll('-', ''), 'hex'), code]).toString('base64url')
}

/** Returns the page on which the customer names their wallet; null unless the refund waits for it. */
export const claimUrl = (
  appliance: Pick<Appliance, 'seal' | 'publicUrl' | 'world'>,
  refund: Refund,
): string | null =>
  isClaimable(refund, appliance.world.clock.now())
    ? `${appliance.publicUrl}/claim/${claimToken(appliance, refund.id)}`
    : null

/** A refund whose customer has its link. */
export interface Claim {
  readonly refund: Refund
  readonly account: Account
}

/**
 * Returns the refund of a link, also once it was claimed; undefined when this server did not make the link,
 * or the customer took the money back at the network before claiming it.
 */
export async function findClaim(appliance: Appliance, token: string): Promise<Claim | undefined> {
  const hex = Buffer.from(token, 'base64url').subarray(0, idBytes).toString('hex')
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
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
 * Counts a number that the customer tries, and looks up the name of its holder.
 * @returns the wallet with its name, which is empty when no network returns one; undefined when the refund
 * can no longer be claimed
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

/** Returns the wallet as sealed text for the page's form: only this server can read or make it. */
export function sealWallet({ seal, world }: Appliance, claim: Claim, wallet: RefundWallet): string {
  const text = JSON.stringify({ claim: claim.refund.id, wallet })
  return seal.close(text, world.random.bytes(12))
}

/** Returns the wallet in the form's text; undefined for a text of another refund, or one not sealed here. */
export function openSealedWallet(
  { seal }: Appliance,
  claim: Claim,
  sealed: string,
): RefundWallet | undefined {
  try {
    const { claim: id, wallet } = JSON.parse(seal.open(sealed))
    return id === claim.refund.id ? wallet : undefined
  } catch {
    return undefined
  }
}

/**
 * Sends the refund to a wallet that was tried.
 * @param address the customer's network address
 * @throws Fault as `sendToWallet`
 */
export const claimRefund = (
  appliance: Appliance,
  { refund }: Claim,
  wallet: RefundWallet,
  address: string,
): Promise<void> => sendToWallet(appliance, refund.id, { wallet, by: { actor: { kind: 'server' }, address } })
