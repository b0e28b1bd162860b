// Joining by invitation. The code is the only credential, so wrong codes are counted even without limits.
import { Elysia } from 'elysia'
import { assert, badField, fault } from '../../domain/fault.ts'
import type { Invitation } from '../../domain/staff.ts'
import { acceptInvitation, accountOfInvitation, findOpenInvitation } from '../../flow/invitation.ts'
import type { Credentials } from '../../login/login.ts'
import { stamp } from '../../wire/money.ts'
import { type InvitedView, Join } from '../../wire/staff.ts'
import { countAddress, writeLimitHeaders } from '../access/access.ts'
import { withCookies } from '../access/caller.ts'
import { accountView } from '../admin/account.ts'
import { jsonBody } from '../server/body.ts'
import type { Server } from '../server/server.ts'
import * as docs from './staff-doc.ts'

/** Wrong codes per minute and address. */
const wrongMax = 10

type Headers = Record<string, string | number>

/** The open invitation of a code. @throws Fault `forbidden`, or `rate_limit_exceeded` after wrong codes */
async function openInvitationOf(
  { appliance, limiter, peerOf }: Server,
  request: Request,
  headers: Headers,
  code: string,
): Promise<Invitation> {
  const bucket = `wrong invitation ${peerOf(request)}`
  limiter.peek(bucket, wrongMax, writeLimitHeaders(headers))
  const found = await findOpenInvitation(appliance, appliance.store.read, code)
  if (found) return found
  limiter.take(bucket, wrongMax, () => {})
  throw fault('invitation_ended')
}

/**
 * Logs the person in: a new one, or the existing one with this password. @throws Fault `unauthorized`
 * when it is not
 */
async function logIn({ login, peerOf }: Server, entry: Credentials, name: string, request: Request) {
  if (!(await login.findByEmail(entry.email))) await login.createStaff({ ...entry, name })
  const cookies = await login.cookiesFor(entry, request, peerOf(request))
  const created = await login.loginOf(withCookies(request, cookies))
  assert(created, 'a login was just created')
  return { cookies, created }
}

export const joinRoutes = (server: Server) => {
  const { appliance, login } = server
  return new Elysia({ prefix: '/api/v1' })
    .derive(({ request, set }) => {
      countAddress(server, request, 'join', set.headers as Record<string, string>)
      return { raw: '' }
    })
    .get(
      '/join',
      async ({ query, request, set }) => {
        const invitation = await openInvitationOf(server, request, set.headers as Headers, query.code ?? '')
        const account = await accountOfInvitation(appliance, invitation)
        const { name, email, role, expiresAt } = invitation
        const data: InvitedView = {
          store: account?.name ?? '',
          name,
          email,
          role,
          expires_at: stamp(expiresAt),
        }
        set.headers['cache-control'] = 'no-store'
        return { code: 200, data }
      },
      docs.look,
    )
    .post(
      '/join',
      async ({ body, request, set }) => {
        const invitation = await openInvitationOf(server, request, set.headers as Headers, body.code)
        const name = body.name.trim()
        if (name === '') throw badField('name', 'empty')
        if (invitation.email !== null && invitation.email !== body.email.toLowerCase())
          throw badField('email', 'email_not_invited')
        const entry = { email: body.email, password: body.password, totp: body.totp }
        const { cookies, created } = await logIn(server, entry, name, request)
        const person = { staffId: created.staff.id, name, address: server.peerOf(request) }
        const { account, twin, role } = await acceptInvitation(appliance, body.code, person).catch(
          async error => {
            await login.endLogin(created.staff.id, created.id)
            throw error
          },
        )
        set.status = 201
        set.headers['set-cookie'] = cookies as unknown as string
        const [live, sandbox] = account.mode === 'live' ? [account, twin] : [twin, account]
        const viewOf = (one: typeof account | undefined) => (one ? accountView(server, one, role) : null)
        return { code: 201, data: { account: viewOf(live), sandbox_account: viewOf(sandbox) } }
      },
      { ...jsonBody(Join), ...docs.join },
    )
}
