// Reports failed sign-ins of existing people. Every sign-in passes through here: pages, tokens, confirming a
// password.
import type { Auth } from './auth.ts'
import { cookieIn } from './request-cookie.ts'
import type { AuthHandler } from './route.ts'
import { codePaths } from './second-factor.ts'
import { findByEmail } from './staff.ts'

/** Receives a person and the address of the socket after each wrong password or code. */
export type OnFailure = (staffId: string, peer: string) => void

const signInPath = '/api/auth/sign-in/email'
/** The error code for a code without a first step. It tells nothing about the code. */
const noFirstStep = 'INVALID_TWO_FACTOR_COOKIE'

/**
 * Returns a handler that also reports each wrong password or code of an existing person. It finds the person
 * of a wrong password in the background, because a delayed answer would reveal which e-mail addresses exist.
 */
export const reportingFailures =
  (auth: Auth, forward: AuthHandler, report: OnFailure): AuthHandler =>
  async (request, peer) => {
    const { pathname } = new URL(request.url)
    if (pathname === signInPath) {
      const copy = request.clone() // because `forward` reads the body
      const response = await forward(request, peer)
      if (response.status === 401)
        void staffOfBody(auth, copy).then(staffId => {
          if (staffId) report(staffId, peer)
        }, ignore)
      return response
    }
    if (!codePaths.has(pathname)) return forward(request, peer)
    // Find the person first: a correct code ends the step.
    const staffId = await staffOfStep(auth, request)
    const response = await forward(request, peer)
    if (staffId !== undefined && response.status === 401 && (await codeOf(response)) !== noFirstStep)
      report(staffId, peer)
    return response
  }

/** A failed report must not fail the answer. */
const ignore = () => {}

/** Returns the id of the person with the e-mail address in the body; undefined if there is no such person. */
async function staffOfBody(auth: Auth, copy: Request): Promise<string | undefined> {
  const email = await emailIn(copy)
  if (typeof email !== 'string') return undefined
  const staff = await findByEmail(auth, email)
  return staff?.id
}

/** Returns the e-mail address in the body of a sign-in, which may be JSON or a form. */
async function emailIn(copy: Request): Promise<unknown> {
  const isForm = copy.headers.get('content-type')?.toLowerCase().includes('urlencoded')
  if (isForm) return new URLSearchParams(await copy.text()).get('email')
  return Object(await copy.json()).email
}

/**
 * Returns the id of the person whose password was right in the first step of a sign-in; undefined if the
 * cookie names no such step. The cookie's signature is not checked here, because better-auth checks it.
 */
async function staffOfStep(auth: Auth, request: Request): Promise<string | undefined> {
  const { internalAdapter, createAuthCookie } = await auth.$context
  const cookie = cookieIn(request, createAuthCookie('two_factor').name)
  const step = cookie?.split('.')[0] // the signature follows the dot
  if (step === undefined) return undefined
  const verification = await internalAdapter.findVerificationValue(step)
  return verification?.value
}

/** Returns the error code in an answer of better-auth. */
async function codeOf(response: Response): Promise<unknown> {
  return Object(await response.clone().json()).code
}
