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
import { defaultMembership } from './caller.ts'
import { assertKeepsCookies, withCookies } from './cookie.ts'
import type { Reauthentication } from './reauthentication.ts'

/** Paths that create a login or change a person's second factor. */
const loginPaths = /^\/api\/auth\/(sign-in\/email|two-factor\/[a-z-]+)$/

const signOutPath = '/api/auth/sign-out'

/** Returns the routes that log people in: browsers get a cookie, programs get a token. */
export const authRoutes = (server: Server, reauthentication: Reauthentication) =>
  new Elysia().use(browserRoutes(server, reauthentication)).use(tokenRoutes(server))

/** Returns better-auth's routes, which browsers use. Only those that the login pages call are documented. */
const browserRoutes = (server: Server, reauthentication: Reauthentication) => {
  const forward = ({ request }: { request: Request }) => forwardToLogin(server, reauthentication, request)
  return new Elysia()
    .post('/api/auth/sign-in/email', forward, { parse: 'none', ...docs.signIn })
    .post(signOutPath, forward, { parse: 'none', ...docs.signOut })
    .get('/api/auth/get-session', forward, docs.session)
    .get('/api/auth/*', forward, undocumented)
    .post('/api/auth/*', forward, { parse: 'none', ...undocumented })
}

/**
 * Forwards a request to better-auth and returns its response; an error response gets our reason. A new login
 * counts as reauthentication, and the audit log records when the second factor was switched on or off.
 * @throws Fault `path_not_found` when better-auth has no such route, `payload_too_large`, or `https_needed`
 * when the browser would drop the login's cookie
 */
async function forwardToLogin(server: Server, reauthentication: Reauthentication, originalRequest: Request) {
  const request = originalRequest.method === 'POST' ? await withLimitedBody(originalRequest) : originalRequest
  const { login } = server
  const { pathname } = new URL(request.url)
  const address = server.peerOf(originalRequest)
  const mayChangeLogin = request.method === 'POST' && loginPaths.test(pathname)
  if (mayChangeLogin) assertKeepsCookies(server.appliance, request)
  const previousLogin = mayChangeLogin ? await login.loginOf(request) : undefined
  const hadSecondFactor = previousLogin ? await hasSecondFactor(server, previousLogin.staff.id) : false
  const answer = await login.answer(request, address)
  if (!answer) throw fault('path_not_found', { path: pathname })
  if (answer.status >= 400)
    return withReason(answer, {
      requestId: server.requestIdOf(originalRequest),
      publicUrl: server.appliance.publicUrl,
    })
  // Other nodes may have cached the login that has just ended.
  if (pathname === signOutPath) await server.appliance.nodeBarrier.pass()
  if (!mayChangeLogin || !answer.ok) return answer
  const cookies = answer.headers.getSetCookie()
  const newLogin = cookies.length > 0 ? await login.loginOf(withCookies(request, cookies)) : undefined
  if (newLogin) reauthentication.confirm(newLogin.id)
  if (previousLogin) {
    const loginId = newLogin?.id ?? previousLogin.id
    await logFactorChange(server, previousLogin.staff.id, { hadSecondFactor, loginId, address })
  }
  return answer
}

/**
 * Returns the request with a body of limited size, because better-auth would read any size.
 * @throws Fault `payload_too_large`
 */
async function withLimitedBody(request: Request): Promise<Request> {
  const bytes = await readBytes(request)
  return new Request(request, { body: bytes.length > 0 ? bytes : null })
}

/**
 * Compares a person's second factor with its earlier state. If it was switched on or off, records that in the
 * audit log of the person's default account. If it was switched on, all logins except `loginId` end first,
 * because they began without it.
 */
async function logFactorChange(
  server: Server,
  staffId: string,
  { hadSecondFactor, loginId, address }: { hadSecondFactor: boolean; loginId: string; address: string },
) {
  const { appliance, login } = server
  const hasFactorNow = await hasSecondFactor(server, staffId)
  if (hasFactorNow === hadSecondFactor) return
  if (hasFactorNow) await login.endLogins(staffId, appliance.world.clock.now(), loginId)
  const membership = defaultMembership(await listMemberships(appliance.store.read, staffId))
  if (!membership) return
  const kind = hasFactorNow ? 'two_factor.enabled' : 'two_factor.disabled'
  await writeAudit(appliance, {
    account: membership.account,
    by: { actor: staffActor(staffId), address },
    kind,
    subject: staffId,
  })
}

/** Whether a person has switched the second factor on. */
async function hasSecondFactor({ login }: Server, staffId: string): Promise<boolean> {
  const [person] = await login.people([staffId])
  return person?.twoFactor ?? false
}

/** Returns the route that exchanges e-mail and password for a token, for programs that work for a person. */
const tokenRoutes = (server: Server) => {
  const { appliance, login } = server
  return new Elysia()
    .derive(({ request, set }) => {
      countAddress(server, request, 'token', set.headers as Record<string, string>)
    })
    .post(
      '/api/v1/auth/token',
      async ({ body, request, set }) => {
        const credentials = { email: body.email, password: body.password, totp: body.totp }
        const staff = await login.check(credentials, server.peerOf(request))
        if (!staff) throw fault('login_wrong')
        const memberships = await listMemberships(appliance.store.read, staff.id)
        const membership = body.account_id
          ? memberships.find(({ account }) => account.id === body.account_id)
          : defaultMembership(memberships)
        if (!membership) throw fault('not_a_member')
        const { account, removals } = membership
        const by = { actor: staffActor(staff.id), address: server.peerOf(request) }
        await writeAudit(appliance, { account, by, kind: 'token.issued' })
        const claims = { staffId: staff.id, accountId: account.id, removals }
        const { token, expiresAt } = await login.mintToken(claims, appliance.world.clock.now())
        set.headers['cache-control'] = 'no-store'
        return { code: 200, data: { token, token_type: 'Bearer', expires_at: stamp(expiresAt) } }
      },
      { ...jsonBody(docs.CreateToken), ...docs.token },
    )
}
