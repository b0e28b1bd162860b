// Resolves the caller of a request: an API key, a JWT, a login cookie or a paired till, with its account and
// its rights.

import {
  type Account,
  keyMay,
  type Mode,
  mayAtTill,
  type Right,
  type Role,
  roleMay,
} from '../../domain/account.ts'
import { type RequestedBy, staffActor } from '../../domain/actor.ts'
import { assert, Fault, fault } from '../../domain/fault.ts'
import type { SalesScope } from '../../domain/sales-scope.ts'
import type { Till, TillHolder } from '../../domain/till.ts'
import type { Appliance } from '../../flow/appliance.ts'
import { getKeyHolder } from '../../flow/key.ts'
import type { KeyHolder } from '../../flow/key-holder.ts'
import type { AccountAdmin } from '../../flow/staff.ts'
import { findTillHolder } from '../../flow/till.ts'
import type { Login } from '../../login/login.ts'
import { findAccount, listMemberships } from '../../store/account.ts'
import { isTillRequest, tillSecretOf } from '../till/till-cookie.ts'

export interface Caller extends RequestedBy {
  readonly address: string
  readonly kind: 'key' | 'token' | 'staff' | 'till'
  readonly account: Account
  readonly role: Role | undefined
  /** The person's own role, which limits discounts. At a till it adds few rights to those of a cashier. */
  readonly personRole: Role | undefined
  readonly loginId: string | undefined // the login of a cookie
  readonly staffId: string | undefined // the person; undefined for an API key
  readonly till: Till | undefined // the till of the request
  readonly tillId: string | undefined
  readonly salesScope: SalesScope // the sales of the account that the caller may read and change
  may(right: Right): boolean
}

export interface CallerParts {
  readonly appliance: Appliance
  readonly login: Login
  peerOf(request: Request): string
}

function credentialOf(request: Request): string | undefined {
  const header = request.headers.get('authorization')
  if (header === null) return request.headers.get('x-api-key') ?? undefined
  if (header.slice(0, 7).toLowerCase() !== 'bearer ') throw fault('credential_not_bearer')
  return header.slice(7).trim()
}

function byKey(parts: CallerParts, key: string, request: Request): Caller | Promise<Caller> {
  const holder = getKeyHolder(parts.appliance, key)
  return holder instanceof Promise
    ? holder.then(verified => keyCaller(parts, verified, request))
    : keyCaller(parts, holder, request)
}

/** The caller of a verified key. Looking up the peer is a system call that few requests need. */
function keyCaller({ appliance, peerOf }: CallerParts, holder: KeyHolder, request: Request): Caller {
  appliance.keyUses.mark(holder.keyId)
  return {
    actor: { kind: 'key', keyId: holder.keyId },
    get address() {
      return peerOf(request)
    },
    kind: 'key',
    account: holder.account,
    role: undefined,
    personRole: undefined,
    loginId: undefined,
    staffId: undefined,
    till: undefined,
    tillId: undefined,
    salesScope: {},
    may: right => keyMay(holder.scopes, right),
  }
}

interface Person {
  readonly kind: 'token' | 'staff'
  readonly staffId: string
  readonly account: Account
  readonly role: Role
  readonly mayConfirm: boolean
  readonly loginId: string | undefined
  readonly address: string
}

const person = ({ kind, staffId, account, role, mayConfirm, loginId, address }: Person): Caller => ({
  actor: staffActor(staffId),
  address,
  kind,
  account,
  role,
  personRole: role,
  loginId,
  staffId,
  till: undefined,
  tillId: undefined,
  salesScope: role === 'cashier' ? { staffId } : {},
  may: right => roleMay(role, right) || (right === 'confirm_manually' && mayConfirm),
})

async function byToken({ appliance, login }: CallerParts, token: string, address: string): Promise<Caller> {
  const claims = await login.readToken(token, appliance.world.clock.now())
  if (claims === 'expired') throw fault('token_expired')
  const account = claims && (await findAccount(appliance.store.read, claims.accountId))
  const member = account && (await membership(appliance, claims.staffId, account.id))
  if (!claims || member?.removals !== claims.removals) throw fault('token_invalid')
  return person({ kind: 'token', staffId: claims.staffId, ...member, loginId: undefined, address })
}

const membership = async (appliance: Appliance, staffId: string, accountId: string) =>
  (await listMemberships(appliance.store.read, staffId)).find(member => member.account.id === accountId)

/** The account on which a person works by default: a live account comes first. */
export function defaultMembership<T extends { account: { mode: Mode } }>(
  memberships: readonly T[],
): T | undefined {
  return memberships.find(({ account }) => account.mode === 'live') ?? memberships[0]
}

/**
 * Browsers send cookies with every request, so a write must come from one of our pages, not from `Origin:
 * null`.
 */
function assertSameOrigin(request: Request): void {
  const site = request.headers.get('sec-fetch-site')
  const origin = request.headers.get('origin')
  const isForeign =
    (site !== null && site !== 'same-origin' && site !== 'none') ||
    (origin !== null && (!URL.canParse(origin) || new URL(origin).host !== request.headers.get('host')))
  if (isForeign && request.method !== 'GET') throw fault('request_from_other_site')
}

async function byCookie(
  { appliance, login }: CallerParts,
  request: Request,
  address: string,
): Promise<Caller> {
  const staffLogin = await login.loginOf(request)
  if (!staffLogin) throw fault('credential_missing')
  assertSameOrigin(request)
  const named = request.headers.get('kaunta-account') ?? new URL(request.url).searchParams.get('account')
  const memberships = await listMemberships(appliance.store.read, staffLogin.staff.id)
  const member = named
    ? memberships.find(({ account }) => account.id === named)
    : defaultMembership(memberships)
  if (!member) throw fault('not_a_member')
  return person({ kind: 'staff', staffId: staffLogin.staff.id, ...member, loginId: staffLogin.id, address })
}

/** The paired till of a request. @throws Fault `unauthorized` */
export async function holderOf(
  { appliance }: Pick<CallerParts, 'appliance'>,
  request: Request,
): Promise<TillHolder> {
  const secret = tillSecretOf(request)
  const holder = secret === undefined ? undefined : await findTillHolder(appliance, secret)
  if (!holder) throw fault('till_not_paired')
  assertSameOrigin(request)
  return holder
}

/**
 * The caller at a till. Each person there has a cashier's rights, and the few that their own role keeps. They
 * may also have the grant to confirm payments manually.
 */
async function byTill(parts: CallerParts, request: Request, address: string): Promise<Caller> {
  const { till, account, person: cashier } = await holderOf(parts, request)
  if (!cashier) throw fault('cashier_not_signed_in')
  return {
    actor: staffActor(cashier.id, till.id),
    address,
    kind: 'till',
    account,
    role: 'cashier',
    personRole: cashier.role,
    loginId: undefined,
    staffId: cashier.id,
    till,
    tillId: till.id,
    salesScope: { tillId: till.id },
    may: right => mayAtTill(cashier.role, right) || (right === 'confirm_manually' && cashier.mayConfirm),
  }
}

/**
 * Resolves the caller of a request. A credential in a header comes first, then the till, if the request is a
 * till's.
 * @returns a promise, except for a cached key: each promise costs a request a microsecond
 * @throws Fault `unauthorized`
 */
export function callerOf(parts: CallerParts, request: Request): Caller | Promise<Caller> {
  const credential = credentialOf(request)
  return credential?.startsWith('kn_')
    ? byKey(parts, credential, request)
    : byOther(parts, credential, request)
}

async function byOther(
  parts: CallerParts,
  credential: string | undefined,
  request: Request,
): Promise<Caller> {
  const address = parts.peerOf(request)
  if (credential === undefined) return (isTillRequest(request) ? byTill : byCookie)(parts, request, address)
  if (credential === '') throw fault('credential_empty')
  if (!isToken(credential)) throw fault('credential_foreign', { begins: credential.slice(0, shownOfForeign) })
  return byToken(parts, credential, address)
}

/** A JWT has three parts, with dots between them. */
const isToken = (credential: string) => credential.split('.').length === 3

/**
 * How many characters of a foreign credential are shown: enough to recognise a system by its prefix, too few
 * to reveal a secret.
 */
const shownOfForeign = 4

/** The caller of a long request with current rights; undefined once the credential is invalid. */
export async function currentCaller(parts: CallerParts, request: Request): Promise<Caller | undefined> {
  try {
    return await callerOf(parts, request)
  } catch (error) {
    if (error instanceof Fault) return undefined
    throw error
  }
}

/** The request with these cookies, so that it can be read with the cookies that an answer has just set. */
export const withCookies = (request: Request, cookies: readonly string[]): Request =>
  new Request(request.url, { headers: { cookie: cookies.map(text => text.split(';')[0]).join('; ') } })

/** The caller as a person, on routes that no API key may call. */
export function accountAdminOf(caller: Caller): AccountAdmin {
  assert(caller.staffId, 'no key has this right')
  return { actor: caller.actor, address: caller.address, account: caller.account, staffId: caller.staffId }
}
