// What `kaunta owner reset` and `kaunta staff reset` do to a login. They ask for no password, because a
// person who can run them can also read the files. The server must be stopped.
import { requestedByServer } from '../domain/actor.ts'
import { randomText } from '../domain/id.ts'
import type { Appliance } from '../flow/appliance.ts'
import { recordAudit } from '../flow/audit-log.ts'
import type { Login } from '../login/login.ts'
import type { Staff } from '../login/staff.ts'
import { listMemberships } from '../store/account.ts'

/** 16 letters and digits have 95 bits. */
const passwordLength = 16

/**
 * Gives a person a new random password, switches the second factor off and ends all their logins. The audit
 * log of each of their accounts gets an entry.
 * @returns facts to print, with the new password, which cannot be shown again
 */
export async function resetLogin(appliance: Appliance, login: Login, { id, name, email }: Staff) {
  const { store, world } = appliance
  const password = randomText(passwordLength, world.random.bytes)
  await store.write(async tx => {
    for (const { role, account } of await listMemberships(tx, id))
      await recordAudit(tx, appliance, {
        account,
        by: requestedByServer,
        kind: role === 'owner' ? 'owner.reset' : 'staff.reset',
        subject: id,
      })
  })
  await login.setPassword(id, password, 'password')
  await login.dropSecondFactor(id)
  await login.endLogins(id, world.clock.now())
  return { name, email, password }
}

/**
 * Returns the message for the terminal: the new password, which is shown once, and what the reset changed.
 */
export const resetMessage = ({ name, email, password }: Awaited<ReturnType<typeof resetLogin>>): string =>
  [
    `${name} can log in with this password and should change it after that. It is not shown again.`,
    '',
    `  e-mail     ${email}`,
    `  password   ${password}`,
    '',
    'All logins of this person have ended, and the second factor is off.',
    '',
  ].join('\n')
