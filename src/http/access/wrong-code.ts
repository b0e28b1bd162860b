// Wrong codes of set-up, pairing and invitations: counted by address, also with request limits off. A code that is
// right is never ended by wrong ones: then anyone in the network could keep the shop from pairing.
import { Fault } from '../../domain/fault.ts'
import type { FaultReason } from '../../domain/fault-reason.ts'
import type { Server } from '../server/server.ts'
import { writeLimitHeaders } from './access.ts'

/** Wrong codes a minute from one address. */
const addressMax = 10
/**
 * After so many a minute from all addresses, each address has one. A pairing code of eight digits lives for ten
 * minutes: three thousand guesses find it once in thirty thousand times.
 */
const serverMax = 300
const serverBucket = 'wrong codes'

const wrongCodes: readonly FaultReason[] = [
  'claim_code_wrong',
  'claim_code_expired',
  'pairing_code_wrong',
  'pairing_code_expired',
  'invitation_ended',
]

/**
 * Runs what checks a code, and counts a wrong one.
 * @throws Fault `rate_limit_exceeded` after too many wrong ones from this address
 */
export async function withWrongCodesCounted<T>(
  { limiter, peerOf }: Server,
  request: Request,
  headers: Record<string, string | number>,
  check: () => Promise<T>,
): Promise<T> {
  const bucket = `wrong code ${peerOf(request)}`
  const max = limiter.used(serverBucket) < serverMax ? addressMax : 1
  limiter.peek(bucket, max, writeLimitHeaders(headers))
  try {
    return await check()
  } catch (error) {
    if (error instanceof Fault && wrongCodes.some(reason => reason === error.reason)) {
      limiter.count(bucket)
      limiter.count(serverBucket)
    }
    throw error
  }
}
