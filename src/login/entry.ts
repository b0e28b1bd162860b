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

/** Forwards a request to better-auth. @throws Fault `rate_limit_exceeded` when the throttle refuses it */
async function passUnlessLimited(pass: AuthHandler, request: Request, peer: string): Promise<Response> {
  const response = await pass(request, peer)
  if (response.status !== 429) return response
  const seconds = response.headers.get('retry-after')
  throw fault('too_many_passwords', { seconds: Number(seconds) })
}

/** Returns the cookies that a response sets, as a browser would send them back. */
const cookieHeader = (response: Response) =>
  response.headers
    .getSetCookie()
    .map(cookie => cookie.split(';')[0])
    .join('; ')

/** Returns the first step of a sign-in, which creates the login of a person without a second factor. */
export const signInRequest = (
  { email, password }: Pick<Credentials, 'email' | 'password'>,
  headers: Record<string, string> = {},
) => postRequest('/sign-in/email', { email, password }, headers)

/**
 * Returns the second step of a sign-in, after the response to the first. `code` comes from the app, or is a
 * backup code.
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
 * Signs a person in. Returns undefined for a wrong password.
 * @throws Fault `unauthorized` when the second factor is missing or wrong, and `rate_limit_exceeded`
 */
export async function signInStaff(
  pass: AuthHandler,
  { email, password, totp }: Credentials,
  { peer, agent = '' }: { readonly peer: string; readonly agent?: string },
): Promise<SignedIn | undefined> {
  const headers = { 'user-agent': agent }
  const first = await passUnlessLimited(pass, signInRequest({ email, password }, headers), peer)
  if (!first.ok) return undefined
  const { twoFactorRedirect }: { twoFactorRedirect?: boolean } = await first.clone().json()
  if (!twoFactorRedirect) return readSignedIn(first)
  if (totp === undefined) throw fault('totp_required')
  const request = postRequest(
    '/two-factor/verify-totp',
    { code: totp },
    { ...headers, cookie: cookieHeader(first) },
  )
  const second = await passUnlessLimited(pass, request, peer)
  assert(second.status !== 403, 'better-auth refuses our own requests')
  if (!second.ok) throw fault('totp_wrong')
  return readSignedIn(second)
}

/**
 * Whether this is the person's password; the second factor is not asked for. A correct password without a
 * second factor creates a login: then this returns its token, which the caller ends.
 */
export async function isPasswordOf(
  pass: AuthHandler,
  { email, password }: Credentials,
  peer: string,
): Promise<string | boolean> {
  const response = await passUnlessLimited(pass, signInRequest({ email, password }), peer)
  if (!response.ok) return false
  const { token }: { token?: string } = await response.json()
  return token ?? true
}
