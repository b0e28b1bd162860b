// The link with which a customer claims a refund whose wallet is not known. It holds the id of the refund and
// a code that only this server can make of it, so nothing of it is stored.

import type { Refund } from '../domain/refund.ts'
import { isClaimable } from '../domain/refund-waiting.ts'
import type { Appliance } from './appliance.ts'

const codeBytes = 16

/** 43 letters, digits, `-` and `_`; 128 bits of them cannot be guessed. @param id of a refund, a UUID */
function claimToken(seal: Appliance['seal'], id: string): string {
  const code = Buffer.from(seal.derive(`claim of refund ${id}`), 'hex').subarray(0, codeBytes)
  return Buffer.concat([Buffer.from(id.replaceAll('-', ''), 'hex'), code]).toString('base64url')
}

/** Where the customer names their wallet; null unless the refund waits for it. */
export const claimUrl = (
  { seal, publicUrl }: Pick<Appliance, 'seal' | 'publicUrl'>,
  refund: Refund,
): string | null => (isClaimable(refund) ? `${publicUrl}/claim/${claimToken(seal, refund.id)}` : null)
