// Resolves the caller of a request: an API key, a JWT, a login cookie or a paired till, with its account and
// its rights.

import type { Account, Mode, Right, Role } from '../../domain/account.ts'
import { keyMay, mayAtTill, roleMay } from '../../domain/account.ts'
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
import { isTillRequest, tillSecretsOf } from '../till/till-cookie.ts'

/** Who makes a request, for which account, and what they may do there. */
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
  /** Whether the caller has a right on the account. */
  may(right: Right): boolean
}

/** What is needed to resolve a caller. */
export interface CallerParts {
  readonly appliance: Appliance
  readonly login: Login
  peerOf(request: Request): string
}

const bearerPrefix = 'bearer '

/**
 * Returns the API key or the token in a request's headers; undefined when there is none.
 * @throws Fault `credential_not_bearer` for an Authorization header that does not begin with "Bearer "
 */
function credentialOf(request: Request): string | undefined {
  const header = request.headers.get('authorization')
  if (header === null) return request.headers.get('x-api-key') ?? undefined
  const isBearer = header.slice(0, bearerPrefix.length).toLowerCase() === bearerPrefix
  if (!isBearer) throw fault('credential_not_bearer')
  return header.slice(bearerPrefix.length).trim()
}

/**
 * Returns the caller who uses an API key: at once when the key is cached, else as a promise.
 * @throws Fault `unauthorized` for an unknown or revoked key
 */
function resolveKey(parts: CallerParts, key: string, request: Request): Caller | Promise<Caller> {
  const holder = getKeyHolder(parts.appliance, key)
  return holder instanceof Promise
    ? holder.then(verified => newKeyCaller(parts, verified, request))
    : newKeyCaller(parts, holder, request)
}

/**
 * Returns the caller who uses a verified key, and records that the key was used. The caller's address is a
 * getter, because it costs a system call that few requests need.
 */
function newKeyCaller({ appliance, peerOf }: CallerParts, holder: KeyHolder, request: Request): Caller {
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

/** A person with a login or a token, as a member of one account. */
interface PersonParts {
  readonly kind: 'token' | 'staff'
  readonly staffId: string
  readonly account: Account
  readonly role: Role
  readonly mayConfirm: boolean // whether they may confirm payments manually without an admin's role
  readonly loginId: string | undefined
  readonly address: string
}

/** Returns a person as a caller. A cashier sees only their own sales. */
const newPersonCaller = ({
  kind,
  staffId,
  account,
  role,
  mayConfirm,
  loginId,
  address,
}: PersonParts): Caller => ({
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

/**
 * Returns the person who uses a token. The token holds how often the person had been removed from its
 * account, so it is invalid after the next removal.
 * @throws Fault `unauthorized` for an expired or invalid token
 */
async function resolveToken(
  { appliance, login }: CallerParts,
  token: string,
  address: string,
): Promise<Caller> {
  const claims = await login.readToken(token, appliance.world.clock.now())
  if (claims === 'expired') throw fault('token_expired')
  if (!claims) throw fault('token_invalid')
  const account = await findAccount(appliance.store.read, claims.accountId)
  const membership = account && (await findMembership(appliance, claims.staffId, account.id))
  if (membership?.removals !== claims.removals) throw fault('token_invalid')
  return newPersonCaller({
    kind: 'token',
    staffId: claims.staffId,
    ...membership,
    loginId: undefined,
    address,
  })
}

/** Returns the person's membership of an account; undefined when they are not a member. */
async function findMembership(appliance: Appliance, staffId: string, accountId: string) {
  const memberships = await listMemberships(appliance.store.read, staffId)
  return memberships.find(({ account }) => account.id === accountId)
}

/**
 * Returns the membership that applies when a person names no account: the first one of a live account, else
 * the first of all; undefined if there is none.
 */
export function defaultMembership<T extends { account: { mode: Mode } }>(
  memberships: readonly T[],
): T | undefined {
  return memberships.find(({ account }) => account.mode === 'live') ?? memberships[0]
}

/**
 * Checks that a write comes from one of our pages, because browsers also send our cookies with requests from
 * other sites. `Origin: null` counts as another site. A GET changes nothing, so it is not checked.
 * @throws Fault `request_from_other_site`
 */
function assertSameOrigin(request: Request): void {
  if (request.method === 'GET') return
  const site = request.headers.get('sec-fetch-site')
  const isForeignSite = site !== null && site !== 'same-origin' && site !== 'none'
  const origin = request.headers.get('origin')
  const isForeignOrigin = origin !== null && URL.parse(origin)?.host !== request.headers.get('host')
  if (isForeignSite || isForeignOrigin) throw fault('request_from_other_site')
}

/**
 * Returns the person whose login cookie the request has, on the account that the request names or else on
 * their default account.
 * @throws Fault `unauthorized` without a login, `forbidden` for a write from another site or for an account
 * of which the person is not a member
 */
async function resolveLogin(
  { appliance, login }: CallerParts,
  request: Request,
  address: string,
): Promise<Caller> {
  const staffLogin = await login.loginOf(request)
  if (!staffLogin) throw fault('credential_missing')
  assertSameOrigin(request)
  const accountId = request.headers.get('kaunta-account') ?? new URL(request.url).searchParams.get('account')
  const memberships = await listMemberships(appliance.store.read, staffLogin.staff.id)
  const membership = accountId
    ? memberships.find(({ account }) => account.id === accountId)
    : defaultMembership(memberships)
  if (!membership) throw fault('not_a_member')
  const { id: staffId } = staffLogin.staff
  return newPersonCaller({ kind: 'staff', staffId, ...membership, loginId: staffLogin.id, address })
}

/**
 * Returns the paired till of a request, with its account and the person signed in, if any.
 * @throws Fault `unauthorized` when the browser is not paired, `forbidden` for a write from another site
 */
export async function holderOf(
  { appliance }: Pick<CallerParts, 'appliance'>,
  request: Request,
): Promise<TillHolder> {
  const holder = await findTillHolder(appliance, ...tillSecretsOf(request))
  if (!holder) throw fault('till_not_paired')
  assertSameOrigin(request)
  return holder
}

/**
 * Returns the person signed in at a till. There, everyone has the rights of a cashier and a few that their
 * own role adds. A person may also have been granted the right to confirm payments manually.
 * @throws Fault `unauthorized` when no person is signed in
 */
async function resolveTill(parts: CallerParts, request: Request, address: string): Promise<Caller> {
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
 * Resolves the caller of a request. A credential in a header comes first, then the till, if one of its pages
 * sent the request, then the login cookie.
 * @returns a promise, except for a cached key: each promise costs a request a microsecond
 * @throws Fault `unauthorized` without a valid credential, `forbidden` for a write from another site
 */
export function callerOf(parts: CallerParts, request: Request): Caller | Promise<Caller> {
  const credential = credentialOf(request)
  return credential?.startsWith('kn_')
    ? resolveKey(parts, credential, request)
    : resolveExceptKey(parts, credential, request)
}

/**
 * Resolves a caller without an API key: by the token in a header, else by the cookie of the till or login.
 * @throws Fault `unauthorized` without a valid credential, `forbidden` for a write from another site
 */
async function resolveExceptKey(
  parts: CallerParts,
  credential: string | undefined,
  request: Request,
): Promise<Caller> {
  const address = parts.peerOf(request)
  if (credential === undefined)
    return isTillRequest(request)
      ? resolveTill(parts, request, address)
      : resolveLogin(parts, request, address)
  if (credential === '') throw fault('credential_empty')
  if (!isToken(credential))
    throw fault('credential_foreign', { begins: credential.slice(0, foreignPrefixLength) })
  return resolveToken(parts, credential, address)
}

/** A JWT has three parts, with dots between them. */
const isToken = (credential: string) => credential.split('.').length === 3

/**
 * How many characters of another system's credential an error shows: enough to recognise the system by its
 * prefix, too few to reveal a secret.
 */
const foreignPrefixLength = 4

/** Resolves the caller of an open request again, with current rights; undefined once they have none. */
export async function currentCaller(parts: CallerParts, request: Request): Promise<Caller | undefined> {
  try {
    return await callerOf(parts, request)
  } catch (error) {
    if (error instanceof Fault) return undefined
    throw error
  }
}

/** Returns the caller as a person. Only for routes whose right no API key has, so the caller is a person. */
export function accountAdminOf(caller: Caller): AccountAdmin {
  assert(caller.staffId, 'no key has this right')
  return { actor: caller.actor, address: caller.address, account: caller.account, staffId: caller.staffId }
}
