// Compares rights with the audit log, which the record chain covers: what each API key may do, who belongs to
// an account and in which role, and who may confirm payments. A right that something else gave in the file
// has no entry.

import type { Read } from './engine/statement.ts'
import { sha256 } from './hash.ts'

const kinds = [
  'account.created',
  'grants.changed',
  'key.created',
  'key.revoked',
  'owner.handed_over',
  'staff.changed',
  'staff.joined',
  'staff.removed',
] as const
const accounts = 'select id, twin_id, created_at from account order by number'
const entriesText = `select rowid, kind, subject, staff_id, detail from audit_entry
  where account_id = $1 and kind = $2 order by rowid`
const keys = 'select id, hash, scopes, revoked_at from api_key where account_id = $1 order by id'
const members =
  'select staff_id, role, may_confirm, created_at from member where account_id = $1 order by staff_id'

/** Returns the fingerprint of a key's hash, which its audit entry holds. */
export const keyFingerprint = (hash: string): string => sha256(hash).slice(0, 16)

type Detail = Readonly<Record<string, unknown>>

interface Entry {
  readonly kind: string
  readonly subject: string
  readonly staffId: string
  readonly detail: Detail
}

/** Parses the details of an entry, which something else than Kaunta may have written; `{}` if it cannot. */
function detailOf(text: unknown): Detail {
  try {
    const detail: unknown = JSON.parse(String(text))
    return typeof detail === 'object' && detail !== null ? { ...detail } : {}
  } catch {
    return {}
  }
}

/** Reads the audit entries of an account about rights, in the order in which they were written. */
async function entriesOf(read: Read, accountId: string): Promise<Entry[]> {
  const rows: (readonly unknown[])[] = []
  for (const kind of kinds) rows.push(...(await read.rows(entriesText, [accountId, kind])))
  return rows
    .sort(([first], [second]) => Number(first) - Number(second))
    .map(([, kind, subject, staffId, detail]) => ({
      kind: String(kind),
      subject: String(subject),
      staffId: String(staffId),
      detail: detailOf(detail),
    }))
}

interface Rights {
  readonly keys: ReadonlyMap<string, Detail>
  readonly revoked: ReadonlySet<string>
  readonly roles: ReadonlyMap<string, string>
  readonly confirmers: ReadonlySet<string>
  /** False for an account without an entry of its creation, which is older than such entries. */
  readonly isCreated: boolean
}

/** Returns the rights that the entries of an account grant, applied in their order. */
function rightsOf(entries: readonly Entry[]): Rights {
  const rights = {
    keys: new Map<string, Detail>(),
    revoked: new Set<string>(),
    roles: new Map<string, string>(),
    confirmers: new Set<string>(),
    isCreated: false,
  }
  const { roles, confirmers } = rights
  for (const { kind, subject, staffId, detail } of entries) {
    if (kind === 'key.created') rights.keys.set(subject, detail)
    else if (kind === 'key.revoked') rights.revoked.add(subject)
    else if (kind === 'account.created') {
      rights.isCreated = true
      roles.set(staffId, 'owner')
    } else if (kind === 'staff.joined')
      // The subject is the invitation that this person accepted, or the new person.
      roles.set(subject.startsWith('inv_') ? staffId : subject, String(detail.role))
    else if (kind === 'staff.changed') {
      if (detail.to !== undefined) roles.set(subject, String(detail.to))
    } else if (kind === 'staff.removed') {
      roles.delete(subject)
      confirmers.delete(subject)
    } else if (kind === 'owner.handed_over') roles.set(subject, 'owner').set(staffId, 'admin')
    // The last kind, `grants.changed`, sets who may confirm payments.
    else if (detail.confirm_manually === true) confirmers.add(subject)
    else confirmers.delete(subject)
  }
  return rights
}

/** Returns the scopes of a key as the audit log writes them; the stored text if it cannot be parsed. */
function scopesOf(text: unknown): string {
  try {
    const scopes: unknown = JSON.parse(String(text))
    return Array.isArray(scopes) ? scopes.join(' ') : String(text)
  } catch {
    return String(text)
  }
}

/** Compares the row of an API key with the rights of the audit log. @returns a sentence for each problem */
function keyProblems([id, hash, scopes, revokedAt]: readonly unknown[], rights: Rights): string[] {
  const created = rights.keys.get(String(id))
  if (!created) return [`API key ${id} works, and the audit log has no entry of its creation`]
  const currentScopes = scopesOf(scopes)
  const problems: string[] = []
  if (currentScopes !== created.scopes)
    problems.push(`API key ${id} may do ${currentScopes}, and it was created for ${created.scopes}`)
  if (created.fingerprint !== undefined && created.fingerprint !== keyFingerprint(String(hash)))
    problems.push(`API key ${id} has another secret than it was created with`)
  if (revokedAt === null && rights.revoked.has(String(id)))
    problems.push(`API key ${id} works, and the audit log says that it was revoked`)
  return problems
}

/** Compares the row of a member with the rights of the audit log. @returns a sentence for each problem */
function memberProblems([staffId, role, mayConfirm]: readonly unknown[], rights: Rights): string[] {
  const person = String(staffId)
  const known = rights.roles.get(person)
  const problems: string[] = []
  if (known !== role)
    problems.push(
      known === undefined
        ? `${person} is ${role}, and the audit log has no entry of it`
        : `${person} is ${role}, and is ${known} by the audit log`,
    )
  if (Number(mayConfirm) === 1 && !rights.confirmers.has(person))
    problems.push(`${person} may confirm payments manually, and the audit log has no entry of it`)
  return problems
}

/**
 * Returns a sentence for each right that is not in the audit log. A right and its entry are written in one
 * commit but read one after the other, so a change in between would look like a problem. Only problems that a
 * second look finds as well are returned.
 */
export async function rightProblems(read: Read): Promise<string[]> {
  const first = await readProblems(read)
  const second = first.length === 0 ? [] : await readProblems(read)
  return first.filter(problem => second.includes(problem))
}

/** Compares all keys and members of all accounts with the audit log once. */
async function readProblems(read: Read): Promise<string[]> {
  const all = (await read.rows(accounts)).map(row => row.map(String))
  const problems: string[] = []
  for (const [id = '', twinId, createdAt] of all) {
    const rights = rightsOf(await entriesOf(read, id))
    const twinCreatedAt = all.find(([other]) => other === twinId)?.[2]
    // The person who claimed the server became a member when its live account was made.
    const claimTimes = [createdAt, twinCreatedAt]
    const rows = await read.rows(members, [id])
    const claimer = rights.isCreated
      ? undefined
      : rows.find(([, role, , since]) => role === 'owner' && claimTimes.includes(String(since)))
    for (const row of await read.rows(keys, [id])) problems.push(...keyProblems(row, rights))
    for (const row of rows)
      if (row !== claimer || rights.roles.has(String(row[0])))
        problems.push(...memberProblems(row, rights).map(problem => `${problem} (account ${id})`))
  }
  return problems
}
