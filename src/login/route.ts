// The few routes of better-auth that anybody may reach, at /api/auth/*. It mounts some thirty more; they don't exist here.
import { getIP } from 'better-auth/api'
import { assert } from '../domain/fault.ts'
import { type Auth, type LoginSettings, peerHeader } from './auth.ts'
import { ownOrigin } from './origin.ts'
import type { Throttle } from './throttle.ts'

const signInPath = '/sign-in/email'

/** Method and path of each route that is let through. */
export const openRoutes: ReadonlySet<string> = new Set([
  `POST /api/auth${signInPath}`,
  'POST /api/auth/sign-out',
  'GET /api/auth/get-session',
])

/** Hands one request to better-auth. It comes from `peer`, whatever its headers say. */
export type Pass = (request: Request, peer: string) => Promise<Response>

/** Passes requests on; a sign-in that succeeds is given back to the throttle, so that only wrong passwords count. */
export const passer =
  (auth: Auth, throttle: Throttle): Pass =>
  async (request, peer) => {
    const headers = new Headers(request.headers)
    headers.set(peerHeader, peer)
    const response = await auth.handler(new Request(request, { headers }))
    assert(response.status < 500, 'better-auth failed')
    // The key better-auth counts under: see createRateLimitKey and NO_TRUSTED_IP_KEY in its rate limiter.
    if (response.ok && new URL(request.url).pathname.endsWith(signInPath))
      throttle.giveBack(`${getIP(headers, auth.options) ?? 'no-trusted-ip'}|${signInPath}`)
    if (response.status === 429) response.headers.set('retry-after', response.headers.get('x-retry-after') ?? '10')
    return response
  }

/** Answers an open route; undefined for any other. A page of somebody else gets 403. */
export async function answerRoute(
  request: Request,
  peer: string,
  pass: Pass,
  mayUseHost: LoginSettings['mayUseHost'],
): Promise<Response | undefined> {
  if (!openRoutes.has(`${request.method} ${new URL(request.url).pathname}`)) return undefined
  const origin = ownOrigin(request, mayUseHost)
  if (origin === undefined)
    return Response.json({ code: 'INVALID_ORIGIN', message: 'Log in from a page of this box' }, { status: 403 })
  const headers = new Headers(request.headers)
  headers.set('origin', origin)
  return pass(new Request(request, { headers }), peer)
}
