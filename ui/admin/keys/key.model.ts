// API keys as the console shows them: which are in force, and a first request to try one with.
import {
  scopes as allScopes,
  mayGiveScope,
  payingScope,
  type Role,
  type Scope,
  trialScope,
} from '../../../src/domain/account.ts'
import type { KeyView } from '../../../src/wire/answer.ts'

export type Key = KeyView

/** Returns the keys that are not revoked. */
export const activeKeys = (keys: readonly Key[]) => keys.filter(({ revoked_at }) => revoked_at === null)
/** Returns the revoked keys. */
export const revokedKeysOf = (keys: readonly Key[]) => keys.filter(({ revoked_at }) => revoked_at !== null)

/** Scopes as their text keys are written: in a text key a colon would name another text file. */
export const scopeTextKeys = {
  'catalog:read': 'catalog_read',
  'catalog:write': 'catalog_write',
  'collection:create': 'collection_create',
  'collection:read': 'collection_read',
  'collection:refund': 'collection_refund',
  'disbursement:create': 'disbursement_create',
  'disbursement:read': 'disbursement_read',
  'metrics:read': 'metrics_read',
  'webhook:manage': 'webhook_manage',
  [trialScope]: 'trial',
} as const satisfies Readonly<Record<Scope, string>>

/** Returns the scopes that a person of this role may give to a key: only what the person may do as well. */
export const scopesGivenBy = (role: Role): Scope[] => allScopes.filter(scope => mayGiveScope(role, scope))

/** Returns the active keys that a person created. Keys that can pay out come first: they are dangerous. */
export function keysCreatedBy(keys: readonly Key[], staffId: string): Key[] {
  const created = activeKeys(keys).filter(
    ({ created_by }) => created_by.type === 'staff' && created_by.id === staffId,
  )
  return created.toSorted((a, b) => Number(canPayOut(b)) - Number(canPayOut(a)))
}
/** Returns whether a key can send money out of the account. */
export const canPayOut = ({ scopes }: Pick<Key, 'scopes'>): boolean => scopes.includes(payingScope)

/** Characters of a name, as the API limits them. */
const nameLengthMax = 100

export type KeyFault = 'name_empty' | 'name_long' | 'scope_none'
export interface KeyDraft {
  readonly name: string
  readonly scopes: readonly Scope[]
}

/** Returns what is wrong with each field of the form; an empty object if the key can be created. */
export function keyFaults({ name, scopes }: KeyDraft): {
  readonly name?: KeyFault
  readonly scopes?: KeyFault
} {
  const length = [...name.trim()].length // an emoji counts as one character
  return {
    ...(length === 0 ? { name: 'name_empty' as const } : {}),
    ...(length > nameLengthMax ? { name: 'name_long' as const } : {}),
    ...(scopes.length === 0 ? { scopes: 'scope_none' as const } : {}),
  }
}

/** A payment of TZS 5,000 by QR code, which expires if it is not paid. */
const exampleBody = JSON.stringify({
  payment_type: 'dynamic-qr',
  details: { amount: 5_000, currency: 'TZS' },
})

/**
 * Returns a `curl` command that tries the key without moving money: it reads payments, payouts or metrics.
 * With a key that may only create payments, it requests a payment, which expires if it is not paid. Returns
 * undefined for scopes without such a request.
 */
export function exampleRequest(origin: string, key: string, scopes: readonly string[]): string | undefined {
  const curl = `curl -H 'Authorization: Bearer ${key}'`
  if (scopes.includes('collection:read')) return `${curl} '${origin}/v1/payments?limit=1'`
  if (scopes.includes('disbursement:read')) return `${curl} '${origin}/v1/payouts?limit=1'`
  if (scopes.includes('collection:create'))
    return `${curl} -H 'Content-Type: application/json' -d '${exampleBody}' ${origin}/v1/payments`
  return scopes.includes('metrics:read') ? `${curl} ${origin}/metrics` : undefined
}
