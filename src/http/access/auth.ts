// Logging in: better-auth's routes for browsers, and tokens for programs that work for a person.
import { Elysia } from 'elysia'
import { staffActor } from '../../domain/actor.ts'
import { fault } from '../../domain/fault.ts'
import { writeAudit } from '../../flow/audit-log.ts'
import { listMemberships } from '../../store/account.ts'
import { stamp } from '../../wire/money.ts'
import { undocumented } from '../docs/doc.ts'
import { jsonBody, readBytes } from '../server/body.ts'
import type { Server } from '../server/server.ts'
import { countAddress } from './access.ts'
import * as docs from './auth-doc.ts'
import { withReason } from './auth-error.ts'
import { defaultMembership, withCookies } from './caller.ts'
import type { Reauthentication } from './reauthentication.ts'

/** Paths that create a login or change its second factor. */
const loginPaths = /^\/api\/auth\/(sign-in\/email|two-factor\/[a-z-]+)$/

const signOutPath = '/api/auth/sign-out'

export const authRoutes = (server: Server, reauthentication: Reauthentication) =>
  new Elysia().use(browserRoutes(server, reauthentication)).use(tokenRoutes(server))

const browserRoutes = (server: Server, reauthentication: Reauthentication) => {
  const pass = ({ request }: { request: Request }) => forwardToLogin(server, reauthentication, request)
  return new Elysia()
    .post('/api/auth/sign-in/email', pass, { parse: 'none', ...docs.signIn })
    .post(signOutPath, pass, { parse: 'none', ...docs.signOut })
    .get('/api/auth/get-session', pass, docs.session)
    .get('/api/auth/*', pass, undocumented)
    .post('/api/auth/*', pass, { parse: 'none', ...undocumented })
}

/** Passes a request to better-auth, and records what it changed. */
async function forwardToLogin(server: Server, reauthentication: Reauthentication, received: Request) {
  const request = received.method === 'POST' ? await withCountedBody(received) : received
  const { login } = server
  const { pathname } = new URL(request.url)
  const address = server.peerOf(received)
  const isLogin = request.method === 'POST' && loginPaths.test(pathname)
  const before = isLogin ? await login.loginOf(request) : undefined
  const hadFactor = before && (await login.people([before.staff.id]))[0]?.twoFactor
  const answered = await login.answer(request, address)
  if (!answered) throw fault('path_not_found', { path: pathname })
  if (answered.status >= 400)
    return withReason(answered, {
      requestId: server.requestIdOf(received),
      publicUrl: server.appliance.publicUrl,
    })
  if (pathname === signOutPath) await server.appliance.nodeBarrier.pass()
  if (!isLogin || !answered.ok) return answered
  const cookies = answered.headers.getSetCookie()
  const created = cookies.length > 0 ? await login.loginOf(withCookies(request, cookies)) : undefined
  if (created) reauthentication.confirm(created.id)
  if (before)
    await logFactorChange(server, before.staff.id, hadFactor ?? false, {
      loginId: created?.id ?? before.id,
      address,
    })
  return answered
}

/** The request with a body of limited size: better-auth would read any size. */
async function withCountedBody(request: Request): Promise<Request> {
  const bytes = await readBytes(request)
  return new Request(request, { body: bytes.length > 0 ? bytes : null })
}

/**
 * Records in the audit log of the person's default account that the second factor was switched on or off.
 * Switching it on ends all other logins.
 */
async function logFactorChange(
  { appliance, login }: Server,
  staffId: string,
  before: boolean,
  { loginId, address }: { loginId: string; address: string },
) {
  const after = (await login.people([staffId]))[0]?.twoFactor ?? false
  if (after === before) return
  if (after) await login.endLogins(staffId, appliance.world.clock.now(), loginId)
  const home = defaultMembership(await listMemberships(appliance.store.read, staffId))
  if (!home) return
  const kind = after ? 'two_factor.enabled' : 'two_factor.disabled'
  await writeAudit(appliance, {
    account: home.account,
    by: { actor: staffActor(staffId), address },
    kind,
    subject: staffId,
  })
}

const tokenRoutes = (server: Server) => {
  const { appliance, login } = server
  return new Elysia()
    .derive(({ request, set }) => {
      countAddress(server, request, 'token', set.headers as Record<string, string>)
    })
    .post(
      '/api/v1/auth/token',
      async ({ body, request, set }) => {
        const entry = { email: body.email, password: body.password, totp: body.totp }
        const staff = await login.check(entry, server.peerOf(request))
        if (!staff) throw fault('login_wrong')
        const memberships = await listMemberships(appliance.store.read, staff.id)
        const member = body.account_id
          ? memberships.find(({ account }) => account.id === body.account_id)
          : defaultMembership(memberships)
        if (!member) throw fault('not_a_member')
        const by = { actor: staffActor(staff.id), address: server.peerOf(request) }
        await writeAudit(appliance, { account: member.account, by, kind: 'token.issued' })
        const claims = { staffId: staff.id, accountId: member.account.id, removals: member.removals }
        const { token, expiresAt } = await login.mintToken(claims, appliance.world.clock.now())
        set.headers['cache-control'] = 'no-store'
        return { code: 200, data: { token, token_type: 'Bearer', expires_at: stamp(expiresAt) } }
      },
      { ...jsonBody(docs.Entry), ...docs.token },
    )
}
