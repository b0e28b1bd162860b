// Signs a person in for a program or for another route. It uses better-auth's own routes, so every sign-in
// has the same throttle, takes the same time, and asks for a second factor if there is one.
import { assert, fault } from '../domain/fault.ts'
import { baseUrl } from './auth.ts'
import type { AuthHandler } from './route.ts'
import { type Staff, staffOf } from './staff.ts'

/** The credentials that a person entered. */
export interface Credentials {
  readonly email: string
  readonly password: string
  readonly totp?: string | undefined // the code of their authenticator app, if they use one
}

/** A successful sign-in. */
export interface SignedIn {
  readonly staff: Staff
  readonly token: string // the token of the new login; a secret
  readonly cookies: string[]
}

/** Returns a request to a route of better-auth, as one of our own pages would send it. */
function postRequest(path: string, body: object, headers: Record<string, string>): Request {
  return new Request(`${baseUrl}/api/auth${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: baseUrl, ...headers },
    body: JSON.stringify(body),
  })
}

/** Forwards a request to better-auth. @throws Fault `rate_limit_exceeded` when the throttle rejects it */
async function forwardUnlessLimited(forward: AuthHandler, request: Request, peer: string): Promise<Response> {
  const response = await forward(request, peer)
  if (response.status !== 429) return response
  const seconds = response.headers.get('retry-after')
  throw fault('too_many_passwords', { seconds: Number(seconds) })
}

/** Returns the Cookie header with which a browser would send back the cookies of a response. */
const cookieHeader = (response: Response) =>
  response.headers
    .getSetCookie()
    .map(cookie => cookie.split(';')[0])
    .join('; ')

/**
 * Returns the request of a sign-in's first step. It creates the login of a person without a second factor.
 */
export const signInRequest = (
  { email, password }: Pick<Credentials, 'email' | 'password'>,
  headers: Record<string, string> = {},
) => postRequest('/sign-in/email', { email, password }, headers)

/**
 * Returns the request of a sign-in's second step.
 * @param first the response to the first step
 * @param code six digits of the authenticator app, or a backup code
 */
export function verifyRequest(first: Response, code: string, headers: Record<string, string> = {}): Request {
  const path = /^\d{6}$/.test(code) ? '/two-factor/verify-totp' : '/two-factor/verify-backup-code'
  return postRequest(path, { code }, { ...headers, cookie: cookieHeader(first) })
}

/** Reads the person and the new login from a successful response. */
async function readSignedIn(response: Response): Promise<SignedIn> {
  const { token, user }: { token: string; user: Staff } = await response.json()
  return { staff: staffOf(user), token, cookies: response.headers.getSetCookie() }
}

/**
 * Signs a person in.
 * @returns undefined for a wrong password
 * @throws Fault `unauthorized` when the second factor is missing or wrong, and `rate_limit_exceeded`
 */
export async function signInStaff(
  forward: AuthHandler,
  { email, password, totp }: Credentials,
  { peer, agent = '' }: { readonly peer: string; readonly agent?: string },
): Promise<SignedIn | undefined> {
  const headers = { 'user-agent': agent }
  const first = await forwardUnlessLimited(forward, signInRequest({ email, password }, headers), peer)
  if (!first.ok) return undefined
  const { twoFactorRedirect }: { twoFactorRedirect?: boolean } = await first.clone().json()
  if (!twoFactorRedirect) return readSignedIn(first)
  if (totp === undefined) throw fault('totp_required')
  const stepHeaders = { ...headers, cookie: cookieHeader(first) }
  const request = postRequest('/two-factor/verify-totp', { code: totp }, stepHeaders)
  const second = await forwardUnlessLimited(forward, request, peer)
  assert(second.status !== 403, 'better-auth refuses our own requests')
  if (!second.ok) throw fault('totp_wrong')
  return readSignedIn(second)
}

/**
 * Checks a person's password, without their second factor.
 * @returns false for a wrong password; true for a correct one of a person with a second factor. Without a
 * second factor, the check has created a login: then the result is its token, and the caller ends that login
 * @throws Fault `rate_limit_exceeded`
 */
export async function isPasswordOf(
  forward: AuthHandler,
  { email, password }: Credentials,
  peer: string,
): Promise<string | boolean> {
  const response = await forwardUnlessLimited(forward, signInRequest({ email, password }), peer)
  if (!response.ok) return false
  const { token }: { token?: string } = await response.json()
  return token ?? true
}
