// The till number of a connection, and the address that its shopkeeper's phone forwards SMS to. Address and
// signing secret are derived from the connection and the server's key, so they are stored nowhere.
import type { Appliance } from '../appliance.ts'
import type { TillNumber } from '../domain/till-number.ts'
import { isHashOf, sha256 } from '../store/hash.ts'

/** The till number of a connection; undefined for any other connection. */
export const findTillNumber = ({ connections }: Appliance, connection: string): TillNumber | undefined =>
  connections.find(connection)?.tillNumber

const addressSecretLength = 32

const addressSecret = ({ seal }: Appliance, connection: string) =>
  seal.derive(`sms address ${connection}`).slice(0, addressSecretLength)

/** Where the phone of a till number forwards to, and what it may sign with. */
export const smsAddressOf = (appliance: Appliance, connection: string) => ({
  url: `${appliance.publicUrl}/api/v1/sms/${connection}.${addressSecret(appliance, connection)}`,
  secret: appliance.seal.derive(`sms signature ${connection}`),
})

/** The till number whose address ends in this secret. Takes the same time for every secret of a connection. */
export function findTillNumberBySecret(
  appliance: Appliance,
  secret: string,
): { readonly till: TillNumber; readonly signingSecret: string } | undefined {
  const at = secret.lastIndexOf('.')
  const connection = secret.slice(0, Math.max(0, at))
  const till = findTillNumber(appliance, connection)
  if (!till || !isHashOf(secret.slice(at + 1), sha256(addressSecret(appliance, connection)))) return undefined
  return { till, signingSecret: smsAddressOf(appliance, connection).secret }
}
