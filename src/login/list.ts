// Lists and ends the logins of a person.
import type { Auth } from './auth.ts'

/** One browser in which a person is logged in. */
export interface LoginEntry {
  readonly id: string
  readonly userAgent: string
  readonly address: string
  readonly createdAt: number
  readonly seenAt: number // time of the last use, to some minutes
  readonly expiresAt: number // when it ends if it is not used
}

/** Returns the valid logins of a person, newest first. */
export async function listLogins(auth: Auth, staffId: string): Promise<LoginEntry[]> {
  const { internalAdapter } = await auth.$context
  const rows = await internalAdapter.listSessions(staffId, { onlyActiveSessions: true })
  return rows
    .map(({ id, userAgent, ipAddress, createdAt, updatedAt, expiresAt }) => ({
      id,
      userAgent: userAgent ?? '',
      address: ipAddress ?? '',
      createdAt: createdAt.getTime(),
      seenAt: updatedAt.getTime(),
      expiresAt: expiresAt.getTime(),
    }))
    .toSorted((login, other) => other.createdAt - login.createdAt)
}

/** Ends the logins of a person that `shouldEnd` selects by their id. @returns how many logins ended */
export async function endLogins(
  auth: Auth,
  staffId: string,
  shouldEnd: (loginId: string) => boolean,
): Promise<number> {
  const { internalAdapter } = await auth.$context
  const logins = await internalAdapter.listSessions(staffId)
  const endingLogins = logins.filter(({ id }) => shouldEnd(id))
  for (const { token } of endingLogins) await internalAdapter.deleteSession(token)
  return endingLogins.length
}
