// Where the pieces of the log go, and how they are sealed.
import { sha256 } from '../hash.ts'
import { isS3 } from './s3.ts'
import type { S3Access } from './s3-access.ts'
import type { SealingPlan } from './sealing-plan.ts'

export interface LogTarget {
  readonly folder: string
  readonly place: string
  readonly sealing: SealingPlan | undefined
  readonly s3: S3Access | undefined
}

/**
 * Returns a fingerprint of the second place and of the way of sealing. Pieces can only follow a copy in the
 * same place that the same secret opens. A passphrase is not part of the hash, which would help to guess it:
 * carried-copy.ts tries it on the copy.
 */
export function fingerprintOf({ place, sealing, s3 }: LogTarget): string {
  const store = isS3(place) ? [s3?.endpoint ?? null, s3?.region ?? null] : []
  return sha256(JSON.stringify([place, sealingName(sealing), ...store]))
}

/** Returns how copies are sealed, without any secret. */
function sealingName(sealing: SealingPlan | undefined): string {
  if (sealing === undefined) return 'plain'
  return 'recipient' in sealing ? sealing.recipient : 'passphrase'
}
