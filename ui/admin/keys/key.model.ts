// API keys as the console shows them: which are in force, and a first request to try one with.
import {
  scopes as known,
  mayGiveScope,
  payingScope,
  type Role,
  type Scope,
  trialScope,
} from '../../../src/domain/account.ts'
import type { KeyView } from '../../../src/wire/answer.ts'

export type Key = KeyView

export const activeKeys = (keys: readonly Key[]) => keys.filter(({ revoked_at }) => revoked_at === null)
export const revokedKeysOf = (keys: readonly Key[]) => keys.filter(({ revoked_at }) => revoked_at !== null)

/** Scopes as the words are called: a colon means another file of words. */
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

/** The scopes that a person may give a key: no more than their own rights. */
export const scopesGivenBy = (role: Role): Scope[] => known.filter(scope => mayGiveScope(role, scope))

/** The keys in force that a person created, those that send money out first. */
export const keysCreatedBy = (keys: readonly Key[], staffId: string): Key[] =>
  activeKeys(keys)
    .filter(({ created_by }) => created_by.type === 'staff' && created_by.id === staffId)
    .toSorted((a, b) => Number(canPayOut(b)) - Number(canPayOut(a)))
export const canPayOut = ({ scopes }: Pick<Key, 'scopes'>): boolean => scopes.includes(payingScope)

export type KeyFault = 'name_empty' | 'name_long' | 'scope_none'
export interface KeyDraft {
  readonly name: string
  readonly scopes: readonly Scope[]
}

export function keyFaults({ name, scopes }: KeyDraft): {
  readonly name?: KeyFault
  readonly scopes?: KeyFault
} {
  const length = [...name.trim()].length
  return {
    ...(length === 0 ? { name: 'name_empty' as const } : length > 100 ? { name: 'name_long' as const } : {}),
    ...(scopes.length === 0 ? { scopes: 'scope_none' as const } : {}),
  }
}

const sale = { payment_type: 'dynamic-qr', details: { amount: 5_000, currency: 'TZS' } }

/**
 * One line that shows that the key works. It takes nothing away: it reads, or else asks for a payment that
 * need not be paid.
 */
export function exampleRequest(origin: string, key: string, scopes: readonly string[]): string | undefined {
  const start = `curl -H 'Authorization: Bearer ${key}'`
  if (scopes.includes('collection:read')) return `${start} '${origin}/v1/payments?limit=1'`
  if (scopes.includes('disbursement:read')) return `${start} '${origin}/v1/payouts?limit=1'`
  if (scopes.includes('collection:create'))
    return `${start} -H 'Content-Type: application/json' -d '${JSON.stringify(sale)}' ${origin}/v1/payments`
  return scopes.includes('metrics:read') ? `${start} ${origin}/metrics` : undefined
}
