// A sealed copy that is kept next to the back-ups until a bucket has all of it. Sealing again gives different
// bytes, so an upload can only resume with the same file.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { takenAtOf } from './backup-name.ts'
import { isOpenedBy, type Sealing, writeSealed } from './sealed-backup.ts'

const ending = '.upload'
const partEnding = '.part'

/** A back-up, what it is sealed to, and the address of the bucket to which it is uploaded. */
interface SealedFor {
  readonly backup: string
  readonly sealing: Sealing
  readonly place: string
}

/**
 * Returns the path for a sealed copy. Its name has a hash of the place and the recipient, so that a change of
 * either gives another file. A passphrase is not part of the hash, which would help to guess it: it is tried
 * on the file instead.
 */
function pathOf({ backup, sealing, place }: SealedFor): string {
  const hash = createHash('sha256').update(place)
  if ('recipient' in sealing) hash.update(`\n${sealing.recipient}`)
  return `${backup}.${hash.digest('hex').slice(0, 16)}${ending}`
}

/** Removes the sealed copies in a folder, whole or not. @param except path of a copy that stays */
export function removeKeptSeals(folder: string, except?: string): void {
  const names = existsSync(folder) ? readdirSync(folder) : []
  for (const name of names) {
    const [backup = ''] = name.split('.', 1)
    const isKeptSeal =
      takenAtOf(backup) !== undefined && (name.endsWith(ending) || name.endsWith(ending + partEnding))
    if (isKeptSeal && join(folder, name) !== except) rmSync(join(folder, name), { force: true })
  }
}

/**
 * Returns the path of the sealed copy of a back-up that an upload can resume with; undefined if there is
 * none for this recipient or passphrase and this place. Removes all other kept copies.
 */
export async function findKeptSeal(target: SealedFor): Promise<string | undefined> {
  const path = pathOf(target)
  const { sealing } = target
  removeKeptSeals(dirname(path), path)
  if (!existsSync(path)) return undefined
  // The name of the file already proves the recipient; only a passphrase must be tried.
  const isForSealing = 'recipient' in sealing || (await isOpenedBy(Bun.file(path).stream(), sealing))
  if (isForSealing) return path
  rmSync(path)
  return undefined
}

/** Seals a back-up into a file that stays until it is uploaded. @returns the path of the file */
export async function keepSealed(target: SealedFor): Promise<string> {
  const to = pathOf(target)
  await writeSealed({ folder: target.backup, aside: to + partEnding, to, sealing: target.sealing })
  return to
}
