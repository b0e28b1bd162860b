// `kaunta owner reset` gives an owner who is locked out a new password and prints it once. It asks for no
// password, because a person who can run it can also read the files. The server must be stopped.
import type { Command } from 'commander'
import { requestedByServer } from '../domain/actor.ts'
import { randomText } from '../domain/id.ts'
import type { Appliance } from '../flow/appliance.ts'
import { recordAudit } from '../flow/audit-log.ts'
import type { Login } from '../login/login.ts'
import { listMemberships } from '../store/account.ts'
import { listOwners } from '../store/staff.ts'
import { CommandError } from './client.ts'
import { type Executable, printResult, withJson, withSettings } from './command.ts'

/** 16 letters and digits have 95 bits. */
const passwordLength = 16

/**
 * Gives an owner a new random password, switches the second factor off and ends all their logins.
 * @param email needed when there are several owners
 * @returns facts that are printed only once
 * @throws CommandError when no owner, or more than one, fits
 */
export async function resetOwner(appliance: Appliance, login: Login, email: string | undefined) {
  const { store, world } = appliance
  const owners = await login.people(await listOwners(store.read))
  const chosen = email === undefined ? owners : owners.filter(owner => owner.email === email.toLowerCase())
  const [owner, ...others] = chosen
  const list = owners.map(person => `${person.name} <${person.email}>`).join(', ')
  if (owners.length === 0)
    throw new CommandError('there is no owner yet: open the set-up link that kaunta serve prints')
  if (!owner) throw new CommandError(`${email} is no owner: the owners are ${list}`)
  if (others.length > 0) throw new CommandError(`choose an owner with --email: ${list}`)
  const password = randomText(passwordLength, world.random.bytes)
  await store.write(async tx => {
    for (const { role, account } of await listMemberships(tx, owner.id))
      if (role === 'owner')
        await recordAudit(tx, appliance, {
          account,
          by: requestedByServer,
          kind: 'owner.reset',
          subject: owner.id,
        })
  })
  await login.setPassword(owner.id, password, 'password')
  await login.dropSecondFactor(owner.id)
  await login.endLogins(owner.id, world.clock.now())
  return { name: owner.name, email: owner.email, password }
}

/**
 * Returns the message for the terminal: the new password, which is shown once, and what the reset changed.
 */
export const resetMessage = ({ name, email, password }: Awaited<ReturnType<typeof resetOwner>>): string =>
  [
    `${name} can log in with this password and should change it after that. It is not shown again.`,
    '',
    `  e-mail     ${email}`,
    `  password   ${password}`,
    '',
    'All logins of this owner have ended, and the second factor is off.',
    '',
  ].join('\n')

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
