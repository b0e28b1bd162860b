// API keys: 190 random bits, shown once, stored and looked up by SHA-256. A verified key is cached until it
// is revoked.

import { type Account, mayGiveScope, type Role, type Scope, scopes, trialScope } from '../domain/account.ts'
import { type RequestedBy, requestedByServer } from '../domain/actor.ts'
import { badField, fault } from '../domain/fault.ts'
import { idWithPrefix, randomText } from '../domain/id.ts'
import { readName } from '../domain/plain-text.ts'
import { type ApiKey, findAccount, findKey, insertKey, listKeys, revokeKey } from '../store/account.ts'
import type { Tx } from '../store/engine/statement.ts'
import { sha256 } from '../store/hash.ts'
import { keyFingerprint } from '../store/right-check.ts'
import { findMember } from '../store/staff.ts'
import type { Store } from '../store/store.ts'
import type { Appliance } from './appliance.ts'
import { recordAudit } from './audit-log.ts'
import type { KeyHolder } from './key-holder.ts'
import type { AccountAdmin } from './staff.ts'

/** The length of a key after its prefix; 32 letters and digits are 190 bits. */
const keyLength = 32

/** A new key's name, and what it may do. */
export interface KeyRequest {
  readonly name: string
  readonly scopes: readonly Scope[]
}

/**
 * Checks the name and the scopes of a new key. A repeated scope counts once.
 * @throws Fault naming `name` or `scopes`
 */
export function readKeyRequest(request: {
  readonly name: string
  readonly scopes: readonly string[]
}): KeyRequest {
  const name = readName('name', request.name)
  if (name.length < 1 || name.length > 100) throw badField('name', 'length_out_of_range', { max: 100 })
  const requestedScopes = [...new Set(request.scopes)].map(readScope)
  if (requestedScopes.length === 0) throw badField('scopes', 'scopes_empty', { scopes: scopes.join(', ') })
  return { name, scopes: requestedScopes }
}

/** Returns the scope of this name. @throws Fault `scope_unknown`, naming `scopes` */
function readScope(name: string): Scope {
  const scope = scopes.find(knownScope => knownScope === name)
  if (scope) return scope
  throw badField('scopes', 'scope_unknown', { scopes: scopes.join(', '), scope: name.slice(0, 40) })
}

/**
 * Refuses scopes that a person of this role may not grant.
 * @throws Fault `key_scopes_not_allowed`, naming those scopes
 */
export function assertMayGiveScopes(role: Role | undefined, requested: readonly Scope[]): void {
  const refused = requested.filter(scope => !role || !mayGiveScope(role, scope))
  if (refused.length > 0) throw fault('key_scopes_not_allowed', { scopes: refused.join(' ') })
}

/**
 * Creates an API key of the account, at the request of one of its people.
 * @param write runs the transaction, once per idempotency key if the request has one
 * @returns the key's row, and `key`, the secret that is shown only once
 * @throws Fault as `assertMayGiveScopes`
 */
export const giveKey = (
  appliance: Appliance,
  by: AccountAdmin,
  request: KeyRequest,
  write: Store['write'] = appliance.store.write,
): Promise<{ record: ApiKey; key: string }> =>
  write(async tx => {
    const member = await findMember(tx, by.account.id, by.staffId)
    assertMayGiveScopes(member?.role, request.scopes)
    return newKey(tx, appliance, by.account, request, by)
  })

/**
 * Creates a key at the request of the server's operator, who needs no role.
 * @param by null during the first start, before there is a person
 * @throws Fault naming `name` or `scopes`
 */
export const createKey = async (
  appliance: Appliance,
  account: Account,
  request: { readonly name: string; readonly scopes: readonly string[] },
  by: RequestedBy | null,
): Promise<{ record: ApiKey; key: string }> => {
  const keyRequest = readKeyRequest(request)
  return appliance.store.write(tx => newKey(tx, appliance, account, keyRequest, by))
}

/** Creates the key that the first start prints, for a first payment in the sandbox. */
export async function createTrialKey(appliance: Appliance, account: Account): Promise<string> {
  const keyRequest = { name: 'first start', scopes: [trialScope] } as const
  const { key } = await appliance.store.write(tx => newKey(tx, appliance, account, keyRequest, null))
  return key
}

/** Creates and stores a key. @returns its row, and `key`, the secret that is shown only once */
async function newKey(
  tx: Tx,
  appliance: Appliance,
  account: Account,
  { name, scopes: keyScopes }: KeyRequest,
  by: RequestedBy | null,
): Promise<{ record: ApiKey; key: string }> {
  const { clock, ids, random } = appliance.world
  const now = clock.now()
  const prefix = account.mode === 'live' ? 'kn_live_' : 'kn_test_'
  const key = `${prefix}${randomText(keyLength, random.bytes)}`
  const record: ApiKey = {
    id: idWithPrefix('key', ids.uuid(now)),
    accountId: account.id,
    name,
    hash: sha256(key),
    hint: `${key.slice(0, 12)}…${key.slice(-4)}`,
    scopes: keyScopes,
    createdBy: by?.actor.kind === 'staff' ? by.actor.staffId : null,
    createdAt: now,
    revokedAt: null,
  }
  await insertKey(tx, record)
  await recordAudit(tx, appliance, {
    account,
    by: by ?? requestedByServer,
    kind: 'key.created',
    subject: record.id,
    detail: { name, scopes: keyScopes.join(' '), fingerprint: keyFingerprint(record.hash) },
  })
  return { record, key }
}

/** Returns the holder of a cached key; undefined when the key must be verified first. */
export const knownKeyHolder = ({ keyHolders }: Appliance, key: string): KeyHolder | undefined =>
  keyHolders.get(sha256(key))

/**
 * Returns the holder of a key, synchronously if the key is cached.
 * @throws Fault `key_unknown` or `key_revoked`
 */
export function getKeyHolder(appliance: Appliance, key: string): KeyHolder | Promise<KeyHolder> {
  const hash = sha256(key)
  return appliance.keyHolders.get(hash) ?? verifyKey(appliance, hash)
}

/** Looks up the key with this SHA-256 and caches its holder. @throws Fault `key_unknown` or `key_revoked` */
async function verifyKey(appliance: Appliance, hash: string): Promise<KeyHolder> {
  const { keyHolders } = appliance
  const deletionsBefore = keyHolders.forgotten()
  const record = await findKey(appliance.store.read, hash)
  const account = record && (await findAccount(appliance.store.read, record.accountId))
  if (!record || !account) throw fault('key_unknown')
  if (record.revokedAt !== null) throw fault('key_revoked', { hint: record.hint })
  const holder = { keyId: record.id, account, scopes: record.scopes }
  // Do not cache a key or an account that may have changed during the read.
  if (deletionsBefore === keyHolders.forgotten()) keyHolders.set(hash, holder)
  return holder
}

/** Returns the account's keys, newest first, without their secrets. */
export const keysOf = (appliance: Appliance, account: Account): Promise<ApiKey[]> =>
  listKeys(appliance.store.read, account.id)

/** Revokes a key. When this resolves, no node accepts it any more. @throws Fault `key_not_found` */
export async function removeKey(
  appliance: Appliance,
  account: Account,
  id: string,
  by: RequestedBy,
): Promise<void> {
  const hash = await appliance.store.write(async tx => {
    const keyHash = await revokeKey(tx, account.id, id, appliance.world.clock.now())
    if (!keyHash) throw fault('key_not_found', { id })
    await recordAudit(tx, appliance, { account, by, kind: 'key.revoked', subject: id })
    return keyHash
  })
  appliance.keyHolders.delete(hash)
  await appliance.nodeBarrier.pass()
}
