// The owner's password of `kaunta init`: from a file or from standard input. On the command line, where other
// programs and the shell's history can read it, it causes a warning.
import { withoutLineEnd } from '../domain/secret-text.ts'
import { CommandError } from './client.ts'

export interface PasswordOptions {
  readonly password?: string | undefined
  readonly passwordFile?: string | undefined // a path; `-` for standard input
}

interface PasswordSource {
  /** The text of a file, or of standard input for `-`. */
  read(file: string): Promise<string>
  warn(line: string): void
}

/** Returns the password without its line end. @throws CommandError unless exactly one is given */
export async function readPassword(
  { password, passwordFile }: PasswordOptions,
  { read, warn }: PasswordSource,
): Promise<string> {
  if (password !== undefined && passwordFile !== undefined)
    throw new CommandError('give --password-file or --password, not both')
  if (password !== undefined) {
    warn('--password shows the password to other programs on this computer: use --password-file FILE')
    return password
  }
  if (passwordFile === undefined)
    throw new CommandError('give the password with --password-file FILE (- for standard input)')
  const text = await read(passwordFile).catch(error => {
    throw new CommandError(`cannot read the password from ${passwordFile}: ${error.message}`)
  })
  return withoutLineEnd(text)
}
