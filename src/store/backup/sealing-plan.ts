// How the settings have copies in the second place sealed.
import { readFileSync } from 'node:fs'
import { fault } from '../../domain/fault.ts'
import { secretText, withoutLineEnd } from '../../domain/secret-text.ts'
import { passphraseMin, type Sealing } from './sealed-backup.ts'

/** What copies in the second place are sealed to. The file is read for each copy, because it may change. */
export type SealingPlan = { readonly passphraseFile: string } | { readonly recipient: string }

/**
 * Returns what a copy is sealed to. It reads the passphrase from its file.
 * @throws Fault `backup_passphrase_short`, or `backup_passphrase_not_utf8` for the file
 */
export const sealingOf = (plan: SealingPlan): Sealing => ('recipient' in plan ? plan : passphraseOf(plan))

/** Reads the passphrase from its file. @throws Fault as `sealingOf` */
export function passphraseOf({ passphraseFile }: { readonly passphraseFile: string }) {
  const text = secretText(readFileSync(passphraseFile))
  if (text === undefined) throw fault('backup_passphrase_not_utf8')
  const passphrase = withoutLineEnd(text)
  if (passphrase.length < passphraseMin) throw fault('backup_passphrase_short', { min: passphraseMin })
  return { passphrase }
}
