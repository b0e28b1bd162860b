// Joining by invitation. Without a caller: only the code opens this, so wrong ones are counted whatever the
// limits say.
import { Elysia } from 'elysia'
import { assert, badField, fault } from '../../domain/fault.ts'
import type { Invitation } from '../../domain/staff.ts'
import { accountOf, findOpen, join } from '../../flow/invitation.ts'
import type { Entry } from '../../login/login.ts'
import { stamp } from '../../wire/money.ts'
import { type InvitedView, Join } from '../../wire/staff.ts'
import { takeAddress, writeLimitHeaders } from '../access/access.ts'
import { withCookies } from '../access/caller.ts'
import { accountView } from '../admin/account.ts'
import { takes } from '../server/body.ts'
import type { Server } from '../server/server.ts'
import * as docs from './staff-doc.ts'

/** Wrong codes a minute from one address. */
const wrongMost = 10

type Headers = Record<string, string | number>

export const joinRoutes = (server: Server) => {
  const { appliance, limiter, login } = server

  async function opened(request: Request, headers: Headers, code: string): Promise<Invitation> {
    const bucket = `wrong invitation ${server.peerOf(request)}`
    limiter.peek(bucket, wrongMost, writeLimitHeaders(headers))
    const found = await findOpen(appliance, appliance.store.read, code)
    if (found) return found
    limiter.take(bucket, wrongMost, () => {})
    throw fault('invitation_ended')
  }

  /**
   * Logs in who joins: a person made now, or the one whose password this is. @throws Fault `unauthorized`
   * when it is not
   */
  async function enter(entry: Entry, name: string, request: Request) {
    if (!(await login.findByEmail(entry.email))) await login.createStaff({ ...entry, name })
    const cookies = await login.cookiesFor(entry, request, server.peerOf(request))
    const made = await login.loginOf(withCookies(request, cookies))
    assert(made, 'a login was made a moment ago')
    return { cookies, made }
  }

  return new Elysia({ prefix: '/api/v1' })
    .derive(({ request, set }) => {
      takeAddress(server, request, 'join', set.headers as Record<string, string>)
      return { raw: '' }
    })
    .get(
      '/join',
      async ({ query, request, set }) => {
        const invitation = await opened(request, set.headers as Headers, query.code ?? '')
        const account = await accountOf(appliance, invitation)
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
        const invitation = await opened(request, set.headers as Headers, body.code)
        const name = body.name.trim()
        if (name === '') throw badField('name', 'empty')
        if (invitation.email !== null && invitation.email !== body.email.toLowerCase())
          throw badField('email', 'email_not_invited')
        const entry = { email: body.email, password: body.password, totp: body.totp }
        const { cookies, made } = await enter(entry, name, request)
        const person = { staffId: made.staff.id, address: server.peerOf(request) }
        const { account, twin, role } = await join(appliance, body.code, person).catch(async error => {
          await login.endLogin(made.staff.id, made.id)
          throw error
        })
        set.status = 201
        set.headers['set-cookie'] = cookies as unknown as string
        const [live, sandbox] = account.mode === 'live' ? [account, twin] : [twin, account]
        const shown = (one: typeof account | undefined) => (one ? accountView(server, one, role) : null)
        return { code: 201, data: { account: shown(live), sandbox_account: shown(sandbox) } }
      },
      { ...takes(Join), ...docs.join },
    )
}
