// The passphrase or key of a sealed back-up: from a file or from standard input, never on the command line,
// where other programs and the shell's history can read it. A public key is no secret.
import { fault } from '../domain/fault.ts'
import { withoutLineEnd } from '../domain/secret-text.ts'
import { isRecipient, passphraseMin, type Sealing, type Unsealing } from '../store/backup/sealed-backup.ts'
import { CommandError } from './client.ts'
import type { Executable } from './command.ts'

export interface SealingOptions {
  readonly passphraseFile?: string // a path; `-` for standard input
  readonly recipient?: string // a public key of age
}

export interface UnsealingOptions {
  readonly passphraseFile?: string // a path; `-` for standard input
  readonly identityFile?: string // a file of `age-keygen`
}

type Reader = Pick<Executable, 'readText'>

/**
 * Returns what to seal a back-up to; undefined if the options name neither a passphrase nor a key.
 * @throws CommandError for contradicting options, Fault `backup_passphrase_short` for a short passphrase
 */
export async function readSealing(
  reader: Reader,
  { passphraseFile, recipient }: SealingOptions,
): Promise<Sealing | undefined> {
  if (passphraseFile !== undefined && recipient !== undefined)
    throw new CommandError('give --passphrase-file or --recipient, not both')
  if (recipient !== undefined) {
    if (!(await isRecipient(recipient))) throw new CommandError('--recipient is no public key of age (age1…)')
    return { recipient }
  }
  if (passphraseFile === undefined) return undefined
  const passphrase = await readSecret(reader, passphraseFile)
  if (passphrase.length < passphraseMin) throw fault('backup_passphrase_short', { min: passphraseMin })
  return { passphrase }
}

/** Returns whether the command line names the secret of a sealed back-up. */
export const hasUnsealing = ({ passphraseFile, identityFile }: UnsealingOptions): boolean =>
  passphraseFile !== undefined || identityFile !== undefined

/** Reads the secret that opens a sealed back-up. @throws CommandError unless exactly one is given */
export async function readUnsealing(
  reader: Reader,
  { passphraseFile, identityFile }: UnsealingOptions,
): Promise<Unsealing> {
  const hasPassphrase = passphraseFile !== undefined
  const hasIdentity = identityFile !== undefined
  if (hasPassphrase === hasIdentity)
    throw new CommandError(
      'this back-up is sealed: give --passphrase-file FILE (- for standard input) or --identity-file FILE',
    )
  if (passphraseFile !== undefined) return { passphrase: await readSecret(reader, passphraseFile) }
  return { identity: await readSecret(reader, identityFile ?? '-') } // never '-', because it is given
}

/** Returns the text of a file without its line end. @throws CommandError when it cannot be read */
async function readSecret({ readText }: Reader, file: string): Promise<string> {
  const text = await readText(file).catch(error => {
    throw new CommandError(`cannot read ${file}: ${error.message}`)
  })
  return withoutLineEnd(text)
}
