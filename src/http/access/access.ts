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

/** Requests per minute that one address may make without a caller. */
const addressLimits = { refused: 60, token: 60, claim: 30, join: 60, pair: 30, setup: 600 } as const
/** These are limited even when limits are off, because their codes could be guessed. */
const alwaysLimited: readonly string[] = ['claim', 'join', 'pair']

type Headers = Record<string, string | number>

/** Writes the headers of the rate limit. */
const limitWriter =
  (set: (name: string, value: string) => void) =>
  ({ limit, remaining, reset, isOver }: LimitState): void => {
    set('x-ratelimit-limit', String(limit))
    set('x-ratelimit-remaining', String(remaining))
    set('x-ratelimit-reset', String(reset))
    if (isOver) set('retry-after', String(reset))
  }
export const writeLimitHeaders = (headers: Headers) =>
  limitWriter((name, value) => {
    headers[name] = value
  })

/** An unchanged header is not written again, because a write costs more than copying all headers. */
export function newSharedLimitWriter(headers: globalThis.Headers): (state: LimitState) => void {
  const written = new Map<string, string>()
  return limitWriter((name, value) => {
    if (written.get(name) === value) return
    written.set(name, value)
    headers.set(name, value)
  })
}

/** Counts a request without a caller against its address. @throws Fault `rate_limit_exceeded` */
export function countAddress(
  server: Server,
  request: Request,
  bucket: keyof typeof addressLimits,
  headers: Headers,
): void {
  const isUnlimited = server.limits.api === 0 && !alwaysLimited.includes(bucket)
  const limit = isUnlimited ? 0 : addressLimits[bucket] // 0 is no limit
  server.limiter.take(`${bucket} ${server.callerKeyOf(request)}`, limit, writeLimitHeaders(headers))
}

/** @throws Fault `forbidden` if the caller lacks the right */
function assertMay(caller: Caller | undefined, right: Right): void {
  assert(caller, 'a route that asks for a right has a caller')
  if (caller.may(right)) return
  const scope = scopeFor(right)
  if (caller.kind !== 'key') throw fault('role_not_allowed', { role: caller.role ?? '' })
  throw scope ? fault('scope_missing', { scope }) : fault('key_not_allowed')
}

/** Adds `caller` to a group of routes, and the route option `may`. */
export const access = (server: Server) =>
  new Elysia({ name: 'access' })
    .derive({ as: 'scoped' }, async ({ request, set }) => {
      const headers = set.headers as Headers
      const { limiter, limits } = server
      let caller: Caller
      try {
        const answer = callerOf(server, request)
        caller = answer instanceof Promise ? await answer : answer
      } catch (error) {
        if (error instanceof Fault) countAddress(server, request, 'refused', headers)
        throw error
      }
      const renewed = server.login.renewed(request)
      if (renewed.length > 0) set.headers['set-cookie'] = renewed as unknown as string
      const limit = caller.kind === 'staff' || caller.kind === 'till' ? limits.staff : limits.api
      limiter.take(
        `${caller.kind} ${caller.tillId ?? formatActor(caller.actor)}`,
        limit,
        writeLimitHeaders(headers),
      )
      return { caller }
    })
    .macro({
      may: (right: Right) => ({
        transform: (context: { caller?: Caller }) => assertMay(context.caller, right),
      }),
    })

/** Adds `holder` to routes of a paired till, signed in or not. */
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

/** The person signed in on a till. @throws Fault `forbidden` for callers elsewhere */
export function tillCallerOf(caller: Caller): TillContext & { readonly till: Till } {
  const { account, till, staffId } = caller
  if (!till || staffId === undefined) throw fault('till_needed')
  return { account, till, tillId: till.id, staffId, by: caller }
}
