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

/**
 * Whether a request is the second step of a sign-in: it sends a code, with the cookie of the first step.
 * Without that cookie, the route only confirms the first code of a new second factor.
 */
const isSecondStep = (request: Request) =>
  new URL(request.url).pathname === `${base}/two-factor/verify-totp` &&
  /\btwo_factor=/.test(request.headers.get('cookie') ?? '')

/**
 * Makes each code of an authenticator app work only once: if the code was used before, ends the login that it
 * has created, and rejects the request.
 * @param copy of the request, because better-auth has read the body of the original
 * @param response of better-auth, which has accepted the code
 * @returns the response of better-auth, or the rejection
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
 * Returns a handler that forwards requests to better-auth. Password checks wait in the queue, each code works
 * once, and a successful try does not count for the throttle.
 * @throws Fault `sign_in_busy` from the handler, when too many passwords wait
 */
export const newAuthHandler =
  (auth: Auth, throttle: Throttle, usedCodes: UsedCodes, queue: PasswordQueue): AuthHandler =>
  async (request, peer) => {
    const headers = new Headers(request.headers)
    headers.set(peerHeader, peer)
    const path = new URL(request.url).pathname.slice(base.length)
    const copyOfStep = isSecondStep(request) ? request.clone() : undefined
    const forward = () => auth.handler(new Request(request, { headers }))
    const answer = await (path === signInPath ? queue.run(peer, forward) : forward())
    assert(answer.status < 500, 'better-auth failed')
    const response = copyOfStep && answer.ok ? await acceptOnce(auth, usedCodes, copyOfStep, answer) : answer
    if (response.ok && guessablePaths.has(path)) {
      // The key of better-auth's rate limiter: see createRateLimitKey and NO_TRUSTED_IP_KEY there.
      const address = getIP(headers, auth.options) ?? 'no-trusted-ip'
      await throttle.giveBack(`${address}|${path}`)
    }
    if (response.status === 429)
      response.headers.set('retry-after', response.headers.get('x-retry-after') ?? '10')
    return response
  }

/**
 * Answers a request to an open route. A page of another site gets 403.
 * @returns undefined for any other route
 */
export async function answerAuthRoute(
  request: Request,
  peer: string,
  forward: AuthHandler,
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
  return forward(new Request(request, { headers }), peer)
}
