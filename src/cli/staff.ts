// `kaunta staff reset` gives a person who is locked out a new password and prints it once. An owner may be
// reset by it too; owner.ts finds the owner without an e-mail address.
import type { Command } from 'commander'
import type { Appliance } from '../flow/appliance.ts'
import type { Login } from '../login/login.ts'
import { CommandError } from './client.ts'
import { type Executable, printResult, withJson, withSettings } from './command.ts'
import { resetLogin, resetMessage } from './login-reset.ts'

/**
 * Resets the login of the person with an e-mail address, whatever their role.
 * @returns facts to print, with the new password, which cannot be shown again
 * @throws CommandError when no login has the address
 */
export async function resetStaff(appliance: Appliance, login: Login, email: string) {
  const person = await login.findByEmail(email)
  if (!person) throw new CommandError(`no login has the e-mail ${email}: the console lists them under Staff`)
  return resetLogin(appliance, login, person)
}

/** Adds `kaunta staff reset` to the command line. */
export function addStaff(program: Command, executable: Executable): void {
  const command = program
    .command('staff')
    .description('help a person who cannot log in')
    .command('reset <email>')
    .description('set a new password for a person and end their logins; stop Kaunta first')
  withSettings(command, ['data'])
  withJson(command).action((email, { data, ...options }) =>
    executable.onStopped({ data }, async ({ appliance, login }) => {
      printResult(executable, options, await resetStaff(appliance, login, email), resetMessage)
    }),
  )
}
