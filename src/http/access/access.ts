// The checks of every API route: the caller, the rate limit, and the right of the route.
import { Elysia } from 'elysia'
import type { Right } from '../../domain/account.ts'
import { scopeFor } from '../../domain/account.ts'
import { formatActor } from '../../domain/actor.ts'
import { assert, Fault, fault } from '../../domain/fault.ts'
import type { Till } from '../../domain/till.ts'
import type { TillContext } from '../../flow/shift.ts'
import type { Server } from '../server/server.ts'
import { type Caller, callerOf, holderOf } from './caller.ts'
import type { LimitState } from './limit.ts'

/** How many requests per minute one address may make without a caller, by what they are for. */
const addressLimits = { refused: 60, token: 60, claim: 30, join: 60, pair: 30, setup: 600 } as const
/** Requests that are limited even when request limits are off, because their codes could be guessed. */
const alwaysLimited: readonly string[] = ['claim', 'join', 'pair']

type Headers = Record<string, string | number>

/** Returns a function that writes the state of a rate limit as headers, calling `set` for each header. */
const limitWriter =
  (set: (name: string, value: string) => void) =>
  ({ limit, remaining, reset, isOver }: LimitState): void => {
    set('x-ratelimit-limit', String(limit))
    set('x-ratelimit-remaining', String(remaining))
    set('x-ratelimit-reset', String(reset))
    if (isOver) set('retry-after', String(reset))
  }
/** Returns a function that writes the state of a rate limit into the headers of an Elysia answer. */
export const writeLimitHeaders = (headers: Headers) =>
  limitWriter((name, value) => {
    headers[name] = value
  })

/**
 * Returns a function that writes the state of a rate limit into a Headers object that many responses share.
 * It skips an unchanged header, because setting one costs more than copying all headers.
 */
export function newSharedLimitWriter(headers: globalThis.Headers): (state: LimitState) => void {
  const written = new Map<string, string>()
  return limitWriter((name, value) => {
    if (written.get(name) === value) return
    written.set(name, value)
    headers.set(name, value)
  })
}

/**
 * Counts a request without a caller against the limit of its address, and writes the headers of that limit.
 * @param bucket what the request is for; `refused` when its credential or path was refused
 * @param headers of the response, which this function changes
 * @throws Fault `rate_limit_exceeded` when the address has used up the bucket
 */
export function countAddress(
  server: Server,
  request: Request,
  bucket: keyof typeof addressLimits,
  headers: Headers,
): void {
  const isUnlimited = server.limits.api === 0 && !alwaysLimited.includes(bucket)
  const limit = isUnlimited ? 0 : addressLimits[bucket] // the limiter reads 0 as no limit
  server.limiter.take(`${bucket} ${server.callerKeyOf(request)}`, limit, writeLimitHeaders(headers))
}

/**
 * Checks that the caller has the right of a route.
 * @throws Fault `role_not_allowed` for a person, `scope_missing` for a key without the scope of the right,
 * `key_not_allowed` for a key when no scope gives the right
 */
function assertMay(caller: Caller | undefined, right: Right): void {
  assert(caller, 'a route that asks for a right has a caller')
  if (caller.may(right)) return
  const scope = scopeFor(right)
  if (caller.kind !== 'key') throw fault('role_not_allowed', { role: caller.role ?? '' })
  if (scope) throw fault('scope_missing', { scope })
  throw fault('key_not_allowed')
}

/**
 * Returns a plugin for a group of API routes. It resolves the `caller` of each request, applies the caller's
 * rate limit, and adds the route option `may`, which names the right that a route needs.
 */
export const access = (server: Server) =>
  new Elysia({ name: 'access' })
    .derive({ as: 'scoped' }, async ({ request, set }) => {
      const headers = set.headers as Headers
      const { limiter, limits } = server
      let caller: Caller
      try {
        const resolved = callerOf(server, request)
        // A cached key needs no promise, and awaiting one would cost the request a microsecond.
        caller = resolved instanceof Promise ? await resolved : resolved
      } catch (error) {
        if (error instanceof Fault) countAddress(server, request, 'refused', headers)
        throw error
      }
      const renewedCookies = server.login.renewed(request)
      // Elysia sends each text of a list as a header of its own, but its type allows only one text.
      if (renewedCookies.length > 0) set.headers['set-cookie'] = renewedCookies as unknown as string
      const isPerson = caller.kind === 'staff' || caller.kind === 'till'
      const bucket = `${caller.kind} ${caller.tillId ?? formatActor(caller.actor)}`
      limiter.take(bucket, isPerson ? limits.staff : limits.api, writeLimitHeaders(headers))
      return { caller }
    })
    .macro({
      may: (right: Right) => ({
        transform: (context: { caller?: Caller }) => assertMay(context.caller, right),
      }),
    })

/**
 * Returns a plugin for the routes of a paired till. It adds `holder` to each request: the till, its account,
 * and the person signed in, if any. It also applies the till's rate limit.
 */
export const tillAccess = (server: Server) =>
  new Elysia({ name: 'till access' }).derive({ as: 'scoped' }, async ({ request, set }) => {
    const headers = set.headers as Headers
    const holder = await holderOf(server, request).catch(error => {
      if (error instanceof Fault) countAddress(server, request, 'refused', headers)
      throw error
    })
    server.limiter.take(`till ${holder.till.id}`, server.limits.staff, writeLimitHeaders(headers))
    return { holder }
  })

/**
 * Returns the person signed in at a till, for operations that only a till may do.
 * @throws Fault `till_needed` for any other caller
 */
export function tillCallerOf(caller: Caller): TillContext & { readonly till: Till } {
  const { account, till, staffId } = caller
  if (!till || staffId === undefined) throw fault('till_needed')
  return { account, till, tillId: till.id, staffId, by: caller }
}
