// Joining by invitation. The code is the only credential, so wrong codes are counted even without limits.
import { Elysia } from 'elysia'
import { assert, badField, fault } from '../../domain/fault.ts'
import { readName } from '../../domain/plain-text.ts'
import type { Invitation } from '../../domain/staff.ts'
import {
  acceptInvitation,
  accountOfInvitation,
  findOpenInvitation,
  type JoinedAccount,
} from '../../flow/invitation.ts'
import type { Credentials } from '../../login/login.ts'
import { stamp } from '../../wire/money.ts'
import { type InvitedView, Join } from '../../wire/staff.ts'
import { countAddress } from '../access/access.ts'
import { assertKeepsCookies, withCookies } from '../access/cookie.ts'
import { newTurns } from '../access/turn.ts'
import { withWrongCodesCounted } from '../access/wrong-code.ts'
import { accountView } from '../admin/account.ts'
import { jsonBody } from '../server/body.ts'
import type { Server } from '../server/server.ts'
import * as docs from './staff-doc.ts'

/**
 * Returns the open invitation with this code. A wrong code is counted against the caller.
 * @throws Fault `invitation_ended`, or `rate_limit_exceeded` after too many wrong codes
 */
async function openInvitationOf(server: Server, request: Request, code: string): Promise<Invitation> {
  return withWrongCodesCounted(server, request, async () => {
    const { appliance } = server
    const invitation = await findOpenInvitation(appliance, appliance.store.read, code)
    if (!invitation) throw fault('invitation_ended')
    return invitation
  })
}

/**
 * Logs a person in.
 * @returns the new login, and the cookies that give it to the browser
 * @throws Fault `unauthorized` for a wrong password
 */
async function logIn({ login, peerOf }: Server, credentials: Credentials, request: Request) {
  const cookies = await login.cookiesFor(credentials, request, peerOf(request))
  const newLogin = await login.loginOf(withCookies(request, cookies))
  assert(newLogin, 'a login was just created')
  return { cookies, newLogin }
}

interface Joining {
  readonly invitation: { readonly code: string; readonly staffId: string | null }
  readonly name: string
  readonly credentials: Credentials
}

/**
 * Adds a person to the account of an invitation and logs them in. Creates a person whose e-mail address is
 * new; a known person must give their password. If anything fails, the new login and the new person are
 * deleted.
 * @throws Fault `invitation_ended`, or `unauthorized` when the e-mail address has another password
 */
async function joinAccount(server: Server, request: Request, { invitation, name, credentials }: Joining) {
  const { appliance, login } = server
  const { code, staffId } = invitation
  // An invitation with a `staffId` gives a cashier a login under the id of their PIN and sales. It ends once
  // they have that login.
  const existingLogins = staffId ? await login.people([staffId]) : []
  if (existingLogins.length > 0) throw fault('invitation_ended')
  const knownStaff = staffId === null ? await login.findByEmail(credentials.email) : undefined
  const newStaff = knownStaff
    ? undefined
    : await login.createStaff({ ...credentials, name, id: staffId ?? undefined })
  try {
    const { cookies, newLogin } = await logIn(server, credentials, request)
    const person = { staffId: newLogin.staff.id, name, address: server.peerOf(request) }
    const accounts = await acceptInvitation(appliance, code, person).catch(async error => {
      await login.endLogin(newLogin.staff.id, newLogin.id)
      throw error
    })
    return { cookies, ...accounts }
  } catch (error) {
    if (newStaff) await login.deleteStaff(newStaff.id)
    throw error
  }
}

/** Returns the public routes that read an invitation and accept it. */
export const joinRoutes = (server: Server) => {
  const { appliance } = server
  const inTurn = newTurns()
  return new Elysia({ prefix: '/api/v1' })
    .derive(({ request, set }) => {
      countAddress(server, request, 'join', set.headers as Record<string, string>)
    })
    .get(
      '/join',
      async ({ query, request, set }) => {
        const invitation = await openInvitationOf(server, request, query.code ?? '')
        const account = await accountOfInvitation(appliance, invitation)
        assert(account, 'an invitation belongs to an account')
        const { name, email, role, expiresAt } = invitation
        const data: InvitedView = {
          store: account.name,
          time_zone: account.timeZone,
          name,
          email,
          role,
          expires_at: stamp(expiresAt),
        }
        set.headers['cache-control'] = 'no-store'
        return { code: 200, data }
      },
      docs.getInvitation,
    )
    .post(
      '/join',
      async ({ body, request, set }) => {
        assertKeepsCookies(server.appliance, request)
        const invitation = await openInvitationOf(server, request, body.code)
        const name = readName('name', body.name)
        if (name === '') throw badField('name', 'empty')
        if (invitation.email !== null && invitation.email !== body.email.toLowerCase())
          throw badField('email', 'email_not_invited')
        const credentials = { email: body.email, password: body.password, totp: body.totp }
        const { cookies, joined, twin } = await inTurn(async () => {
          // A request that was handled before this one may have used the invitation.
          await openInvitationOf(server, request, body.code)
          const { staffId } = invitation
          return joinAccount(server, request, { invitation: { code: body.code, staffId }, name, credentials })
        })
        set.status = 201
        set.headers['set-cookie'] = cookies as unknown as string // Elysia takes a list, but its type does not
        const [live, sandbox] = joined.account.mode === 'live' ? [joined, twin] : [twin, joined]
        const viewOf = (membership: JoinedAccount | undefined) =>
          membership ? accountView(server, membership.account, membership.role) : null
        return { code: 201, data: { account: viewOf(live), sandbox_account: viewOf(sandbox) } }
      },
      { ...jsonBody(Join), ...docs.join },
    )
}
