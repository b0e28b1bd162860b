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

/** Returns the fingerprint of an API key's hash, which its audit entry holds. */
export const keyFingerprint = (hash: string): string => sha256(hash).slice(0, 16)

type Detail = Readonly<Record<string, unknown>>

interface Entry {
  readonly kind: string
  readonly subject: string
  readonly staffId: string
  readonly detail: Detail
}

/** Parses the details of an entry; `{}` if they are no JSON object, because Kaunta did not write them. */
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

/** Returns the rights that an account's audit entries grant, applied in the order of the entries. */
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
    switch (kind) {
      case 'key.created':
        rights.keys.set(subject, detail)
        break
      case 'key.revoked':
        rights.revoked.add(subject)
        break
      case 'account.created':
        rights.isCreated = true
        roles.set(staffId, 'owner')
        break
      case 'staff.joined': {
        // The subject is the invitation that a person (`staffId`) accepted, or the new person.
        const newMember = subject.startsWith('inv_') ? staffId : subject
        roles.set(newMember, String(detail.role))
        break
      }
      case 'staff.changed':
        if (detail.to !== undefined) roles.set(subject, String(detail.to))
        break
      case 'staff.removed':
        roles.delete(subject)
        confirmers.delete(subject)
        break
      case 'owner.handed_over':
        roles.set(subject, 'owner').set(staffId, 'admin')
        break
      case 'grants.changed':
        if (detail.confirm_manually === true) confirmers.add(subject)
        else confirmers.delete(subject)
    }
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
  const loggedRole = rights.roles.get(person)
  const problems: string[] = []
  if (loggedRole === undefined) problems.push(`${person} is ${role}, and the audit log has no entry of it`)
  else if (loggedRole !== role) problems.push(`${person} is ${role}, and is ${loggedRole} by the audit log`)
  if (Number(mayConfirm) === 1 && !rights.confirmers.has(person))
    problems.push(`${person} may confirm payments manually, and the audit log has no entry of it`)
  return problems
}

/**
 * Returns a sentence for each right that is not in the audit log. A right and its entry are written in one
 * commit but read one after the other, so a commit between the two reads looks like a problem. Therefore only
 * problems that a second comparison finds as well are returned.
 */
export async function rightProblems(read: Read): Promise<string[]> {
  const first = await readProblems(read)
  const second = first.length === 0 ? [] : await readProblems(read)
  return first.filter(problem => second.includes(problem))
}

/**
 * Compares all keys and members of all accounts with the audit log once. The owner who claimed the server has
 * no entry in an old account: they became a member when the account or its twin was created.
 */
async function readProblems(read: Read): Promise<string[]> {
  const accountRows = (await read.rows(accounts)).map(row => row.map(String))
  const problems: string[] = []
  for (const [id = '', twinId, createdAt] of accountRows) {
    const rights = rightsOf(await entriesOf(read, id))
    const twinCreatedAt = accountRows.find(([otherId]) => otherId === twinId)?.[2]
    const claimTimes = [createdAt, twinCreatedAt]
    const memberRows = await read.rows(members, [id])
    const isClaimer = ([, role, , since]: readonly unknown[]) =>
      role === 'owner' && claimTimes.includes(String(since))
    const claimer = rights.isCreated ? undefined : memberRows.find(isClaimer)
    for (const keyRow of await read.rows(keys, [id])) problems.push(...keyProblems(keyRow, rights))
    for (const memberRow of memberRows) {
      const hasNoEntry = memberRow === claimer && !rights.roles.has(String(memberRow[0]))
      if (hasNoEntry) continue
      const found = memberProblems(memberRow, rights)
      problems.push(...found.map(problem => `${problem} (account ${id})`))
    }
  }
  return problems
}
