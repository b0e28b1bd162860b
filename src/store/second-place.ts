// Carries a whole back-up, sealed, to the second place: a folder on another disk, or a bucket of an S3-compatible
// store. Runs in a worker (job/backup-worker.ts).
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { surplusBackups } from '../domain/backup.ts'
import { fault } from '../domain/fault.ts'
import { assertThere, type CopyOrder } from './backup.ts'
import { takenAtOf } from './backup-name.ts'
import { isS3, openS3 } from './s3.ts'
import { passphraseMin, type Sealing, sealBackup, sealedEnding, writeSealed } from './sealed-backup.ts'

const partEnding = `${sealedEnding}.part`

/** To whom copies in the second place are sealed. The file is read for each copy: it may change. */
export type SealingPlan = { readonly passphraseFile: string } | { readonly recipient: string }

/** @throws Fault when the passphrase is too short */
function sealingOf(plan: SealingPlan): Sealing {
  if ('recipient' in plan) return plan
  const passphrase = readFileSync(plan.passphraseFile, 'utf8').replace(/\r?\n$/, '')
  if (passphrase.length < passphraseMin) throw fault('backup_passphrase_short', { min: passphraseMin })
  return { passphrase }
}

/** Carries a back-up, unless it is there; older ones that need not be kept go. @returns its bytes */
export async function carrySealed(
  order: CopyOrder,
  plan: SealingPlan,
  sent: (bytes: number) => void,
): Promise<number> {
  return isS3(order.place) ? carryToBucket(order, plan, sent) : carryToFolder(order, plan)
}

async function carryToBucket(
  { from, place, name, takenAt, keep, timeZone, s3 }: CopyOrder,
  plan: SealingPlan,
  sent: (bytes: number) => void,
): Promise<number> {
  if (!s3) throw new Error('set KAUNTA_BUCKET_ACCESS_KEY_ID and KAUNTA_BUCKET_SECRET_ACCESS_KEY')
  const bucket = openS3(place, s3)
  const there = (await bucket.list()).find(stored => stored.name === name)
  const bytes = there?.bytes ?? (await bucket.put(name, await sealBackup(from, sealingOf(plan)), sent))
  for (const old of surplusBackups(await bucket.list(), { keep, now: takenAt, timeZone }))
    await bucket.remove(old.name)
  return bytes
}

async function carryToFolder(
  { from, place, name, takenAt, keep, timeZone }: CopyOrder,
  plan: SealingPlan,
): Promise<number> {
  assertThere(place)
  const pathOf = (backup: string) => join(place, backup + sealedEnding)
  for (const file of readdirSync(place))
    if (file.endsWith(partEnding) && takenAtOf(file.slice(0, -partEnding.length)) !== undefined)
      rmSync(join(place, file))
  const to = pathOf(name)
  if (!existsSync(to)) await writeSealed({ folder: from, aside: `${to}.part`, to, sealing: sealingOf(plan) })
  const stored = readdirSync(place)
    .filter(file => file.endsWith(sealedEnding))
    .map(file => file.slice(0, -sealedEnding.length))
    .flatMap(backup => {
      const time = takenAtOf(backup)
      return time === undefined ? [] : [{ name: backup, takenAt: time }]
    })
    .sort((one, other) => other.takenAt - one.takenAt)
  for (const old of surplusBackups(stored, { keep, now: takenAt, timeZone })) rmSync(pathOf(old.name))
  return statSync(to).size
}
