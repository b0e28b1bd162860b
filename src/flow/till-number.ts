// The till number of a connection, and the address to which the shopkeeper's phone forwards SMS. Address and
// signing secret are derived from the connection and the server's key, so they are not stored.

import {
  isPhoneSilent,
  phoneSaleMs,
  phoneSilentMs,
  phoneWaitMs,
  type TillNumber,
} from '../domain/till-number.ts'
import { isHashOf, sha256 } from '../store/hash.ts'
import { newestSaleOver, newestSmsAt } from '../store/sms.ts'
import type { Appliance } from './appliance.ts'

/** Returns the till number of a connection; undefined for any other connection. */
export const findTillNumber = ({ connections }: Appliance, connection: string): TillNumber | undefined =>
  connections.find(connection)?.tillNumber

/** Characters of the secret in an address, which cannot be guessed. */
const addressSecretLength = 32
/** Enough time to install the app while the owner holds the phone. */
const setupValidMs = 30 * 60_000

/** Returns the secret at the end of a forwarding address. A replaced phone has a new key, so a new secret. */
const addressSecret = ({ seal }: Appliance, { connection, phoneKey }: TillNumber) =>
  seal.derive(`sms address ${connection} ${phoneKey}`).slice(0, addressSecretLength)
/** Returns the secret in a set-up address, which is valid until `expiresAt`. */
const setupSecret = ({ seal }: Appliance, { connection, phoneKey }: TillNumber, expiresAt: number) =>
  seal.derive(`sms setup ${connection} ${phoneKey} ${expiresAt}`).slice(0, addressSecretLength)

/** Returns the address to which the phone forwards SMS, and the secret with which it signs them. */
export const smsAddressOf = (appliance: Appliance, till: TillNumber) => ({
  url: `${appliance.publicUrl}/api/v1/sms/${till.connection}.${addressSecret(appliance, till)}`,
  secret: appliance.seal.derive(`sms signature ${till.connection} ${till.phoneKey}`),
})

/**
 * Finds the till number of a forwarding address. Checking a wrong secret takes as long as checking the right
 * one, so that timing does not help to guess it.
 * @param addressEnd the end of the address: the connection, a dot and the secret
 */
export function findTillNumberBySecret(
  appliance: Appliance,
  addressEnd: string,
): { readonly till: TillNumber; readonly signingSecret: string } | undefined {
  const dotIndex = addressEnd.lastIndexOf('.')
  const till = findTillNumber(appliance, addressEnd.slice(0, Math.max(0, dotIndex)))
  const secret = addressEnd.slice(dotIndex + 1)
  if (!till || !isHashOf(secret, sha256(addressSecret(appliance, till)))) return undefined
  return { till, signingSecret: smsAddressOf(appliance, till).secret }
}

/** Returns the address at which the phone fetches the rule for its forwarding app, valid for half an hour. */
export function smsSetupUrl(appliance: Appliance, till: TillNumber): string {
  const expiresAt = appliance.world.clock.now() + setupValidMs
  const secret = setupSecret(appliance, till, expiresAt)
  return `${appliance.publicUrl}/sms-setup/${till.connection}.${expiresAt}.${secret}`
}

/**
 * Finds the till number of a set-up address; undefined once it has expired or the phone was replaced.
 * @param token the end of the address: connection, expiry time and secret, separated by dots
 */
export function findTillNumberBySetup(appliance: Appliance, token: string): TillNumber | undefined {
  const [connection = '', expires = '', secret = ''] = token.split('.')
  const till = findTillNumber(appliance, connection)
  const expiresAt = Number(expires)
  if (!till || !(expiresAt > appliance.world.clock.now())) return undefined
  return isHashOf(secret, sha256(setupSecret(appliance, till, expiresAt))) ? till : undefined
}

/** Returns when the phone last sent a request, or else when its newest message came; null for never. */
export const phoneLastSentAt = async (
  { networks, store }: Appliance,
  { accountId, connection }: TillNumber,
): Promise<number | null> =>
  networks.stateOf(connection).lastOkAt ?? (await newestSmsAt(store.read, accountId)) ?? null

/**
 * Returns whether sales went on over a till number while its phone forwarded nothing for some time.
 * @param connectedAt when the till number was connected, milliseconds since 1970
 */
export async function isTillPhoneSilent(
  appliance: Appliance,
  till: TillNumber,
  connectedAt: number,
): Promise<boolean> {
  const now = appliance.world.clock.now()
  const quietSince = Math.max(connectedAt, (await phoneLastSentAt(appliance, till)) ?? 0)
  if (now - quietSince < phoneSilentMs) return false
  const saleAt = await newestSaleOver(appliance.store.read, {
    accountId: till.accountId,
    connection: till.connection,
    from: now - phoneSaleMs,
    before: now - phoneWaitMs,
  })
  return isPhoneSilent({ quietSince, saleAt, now })
}
