// Opens a few routes of better-auth at /api/auth/*. Its other thirty answer 404.
import { getIP } from 'better-auth/api'
import { assert } from '../domain/fault.ts'
import { type Auth, type LoginSettings, peerHeader } from './auth.ts'
import { ownOrigin } from './origin.ts'
import type { PasswordQueue } from './password-queue.ts'
import type { Throttle } from './throttle.ts'
import type { UsedCodes } from './used-code.ts'

const base = '/api/auth'
const signInPath = '/sign-in/email'
export const signOutPath = `${base}/sign-out`
/** Paths where passwords and codes could be guessed. */
const guessablePaths: ReadonlySet<string> = new Set([
  signInPath,
  '/two-factor/verify-totp',
  '/two-factor/verify-backup-code',
])

/** Method and path of each open route. */
export const openAuthRoutes: ReadonlySet<string> = new Set([
  `POST ${base}${signInPath}`,
  `POST ${signOutPath}`,
  'GET /api/auth/get-session',
  'POST /api/auth/two-factor/enable',
  'POST /api/auth/two-factor/verify-totp',
  'POST /api/auth/two-factor/verify-backup-code',
  'POST /api/auth/two-factor/generate-backup-codes',
  'POST /api/auth/two-factor/disable',
])

/** Forwards a request to better-auth. `peer` is the address of its socket; headers do not count. */
export type AuthHandler = (request: Request, peer: string) => Promise<Response>

/** Whether this is the second step of a sign-in. Within a login, the route only confirms a first code. */
const isSecondStep = (request: Request) =>
  new URL(request.url).pathname === `${base}/two-factor/verify-totp` &&
  /\btwo_factor=/.test(request.headers.get('cookie') ?? '')

/**
 * Accepts each code once: if it was used before, ends the login that it created and rejects the request.
 * @param copy of the request, whose body better-auth has read
 * @param response of better-auth, which accepted the code
 */
async function acceptOnce(
  auth: Auth,
  usedCodes: UsedCodes,
  copy: Request,
  response: Response,
): Promise<Response> {
  const { token, user }: { token?: string; user?: { id: string } } = Object(await response.clone().json())
  const { code }: { code?: unknown } = Object(await copy.json())
  if (token === undefined || user === undefined) return response
  if (await usedCodes.take(user.id, String(code))) return response
  await (await auth.$context).internalAdapter.deleteSession(token)
  return Response.json(
    { code: 'INVALID_CODE', message: 'This code was used already: wait for the next one' },
    { status: 401 },
  )
}

/**
 * Returns a handler that forwards requests to better-auth. Passwords wait in the queue, each code works once,
 * and a successful sign-in does not count for the throttle.
 * @throws Fault `sign_in_busy` from the handler, when too many passwords wait
 */
export const newAuthHandler =
  (auth: Auth, throttle: Throttle, usedCodes: UsedCodes, queue: PasswordQueue): AuthHandler =>
  async (request, peer) => {
    const headers = new Headers(request.headers)
    headers.set(peerHeader, peer)
    const path = new URL(request.url).pathname.slice(base.length)
    const copy = isSecondStep(request) ? request.clone() : undefined
    const pass = () => auth.handler(new Request(request, { headers }))
    const answer = await (path === signInPath ? queue.run(peer, pass) : pass())
    assert(answer.status < 500, 'better-auth failed')
    const response = copy && answer.ok ? await acceptOnce(auth, usedCodes, copy, answer) : answer
    // The key under which better-auth counts: see createRateLimitKey and NO_TRUSTED_IP_KEY in its rate
    // limiter.
    if (response.ok && guessablePaths.has(path))
      await throttle.giveBack(`${getIP(headers, auth.options) ?? 'no-trusted-ip'}|${path}`)
    if (response.status === 429)
      response.headers.set('retry-after', response.headers.get('x-retry-after') ?? '10')
    return response
  }

/** Answers an open route; undefined for any other. A page of another site gets 403. */
export async function answerAuthRoute(
  request: Request,
  peer: string,
  pass: AuthHandler,
  mayUseHost: LoginSettings['mayUseHost'],
): Promise<Response | undefined> {
  if (!openAuthRoutes.has(`${request.method} ${new URL(request.url).pathname}`)) return undefined
  const origin = ownOrigin(request, mayUseHost)
  if (origin === undefined)
    return Response.json(
      { code: 'INVALID_ORIGIN', message: 'Log in from a page of this server' },
      { status: 403 },
    )
  const headers = new Headers(request.headers)
  headers.set('origin', origin)
  return pass(new Request(request, { headers }), peer)
}
