// `kaunta owner reset` gives an owner who is locked out a new password and prints it once. staff.ts does so
// for everyone else.
import type { Command } from 'commander'
import type { Appliance } from '../flow/appliance.ts'
import type { Login } from '../login/login.ts'
import { listOwners } from '../store/staff.ts'
import { CommandError } from './client.ts'
import { type Executable, printResult, withJson, withSettings } from './command.ts'
import { resetLogin, resetMessage } from './login-reset.ts'

/**
 * Resets the login of an owner.
 * @param email needed when there are several owners
 * @returns facts to print, with the new password, which cannot be shown again
 * @throws CommandError when no owner, or more than one, fits
 */
export async function resetOwner(appliance: Appliance, login: Login, email: string | undefined) {
  const ids = await listOwners(appliance.store.read)
  const owners = await login.people(ids)
  const wantedEmail = email?.toLowerCase()
  const matching = owners.filter(person => wantedEmail === undefined || person.email === wantedEmail)
  const [owner, ...others] = matching
  const list = owners.map(person => `${person.name} <${person.email}>`).join(', ')
  if (ids.length === 0)
    throw new CommandError('there is no owner yet: open the set-up link that kaunta serve prints')
  if (owners.length === 0)
    throw new CommandError('no owner has a login, only a PIN: restore a back-up from when one had a login')
  if (!owner)
    throw new CommandError(
      `${email} is no owner: the owners are ${list}. For other people there is kaunta staff reset`,
    )
  if (others.length > 0) throw new CommandError(`choose an owner with --email: ${list}`)
  return resetLogin(appliance, login, owner)
}

/** Adds `kaunta owner reset` to the command line. */
export function addOwner(program: Command, executable: Executable): void {
  const command = program
    .command('owner')
    .description('help an owner who cannot log in')
    .command('reset')
    .description('set a new password for an owner and end their logins; stop Kaunta first')
  withSettings(command, ['data']).option('--email <address>', 'which owner, if there are several')
  withJson(command).action(({ data, ...options }) =>
    executable.onStopped({ data }, async ({ appliance, login }) => {
      printResult(executable, options, await resetOwner(appliance, login, options.email), resetMessage)
    }),
  )
}
