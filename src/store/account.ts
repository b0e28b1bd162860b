// Accounts, their API keys and their members as rows, and the few settings of the server.
import { and, asc, desc, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import type { Account, Role } from '../domain/account.ts'
import { mutation, query, type Read, rowPlaceholders, type Tx } from './engine/statement.ts'
import { putStaffName } from './staff-name.ts'
import { staffName } from './staff-table.ts'
import { account, apiKey, member, setting } from './table.ts'

/** All columns but the number, which only orders the rows. */
const { number: _, ...columns } = getTableColumns(account)
const nextNumber = sql`(select coalesce(max(${account.number}), 0) + 1 from ${account})`
const insertRow = mutation<Account>(db =>
  db.insert(account).values({ ...rowPlaceholders(account), number: nextNumber }),
)
const selectById = query<{ id: string }, Account>((db, param) =>
  db
    .select(columns)
    .from(account)
    .where(eq(account.id, param('id'))),
)
const setSettings = mutation<Account>((db, param) =>
  db
    .update(account)
    .set({
      name: param('name'),
      city: param('city'),
      address: param('address'),
      phone: param('phone'),
      tin: param('tin'),
      vrn: param('vrn'),
      receiptHeader: param('receiptHeader'),
      receiptFooter: param('receiptFooter'),
      timeZone: param('timeZone'),
      apiVersion: param('apiVersion'),
      expirySeconds: param('expirySeconds'),
      amountMax: param('amountMax'),
      payoutApprovalAbove: param('payoutApprovalAbove'),
      cashRefundApprovalAbove: param('cashRefundApprovalAbove'),
      refundDays: param('refundDays'),
      simulatedPhone: param('simulatedPhone', account.simulatedPhone),
      quickAmounts: param('quickAmounts', account.quickAmounts),
      pinLength: param('pinLength'),
      blindCount: param('blindCount', account.blindCount),
      fees: param('fees', account.fees),
      webhookUrl: param('webhookUrl'),
      webhookHosts: param('webhookHosts', account.webhookHosts),
    })
    .where(eq(account.id, param('id'))),
)
const setRouting = mutation<Pick<Account, 'id' | 'routing'>>((db, param) =>
  db
    .update(account)
    .set({ routing: param('routing', account.routing) })
    .where(eq(account.id, param('id'))),
)
const selectAll = query<object, Account>(db => db.select(columns).from(account).orderBy(asc(account.number)))
const selectTimeZones = query<object, Pick<Account, 'id' | 'timeZone'>>(db =>
  db.select({ id: account.id, timeZone: account.timeZone }).from(account),
)
const selectWithSimulatedPhone = query<object, { id: string }>(db =>
  db
    .select({ id: account.id })
    .from(account)
    .where(and(eq(account.mode, 'sandbox'), eq(account.simulatedPhone, true)))
    .limit(1),
)
const setTwin = mutation<{ id: string; twinId: string; name: string; city: string }>((db, param) =>
  db
    .update(account)
    .set({ twinId: param('twinId'), name: param('name'), city: param('city') })
    .where(eq(account.id, param('id'))),
)

const setSigningKey = mutation<SigningKeys>((db, param) =>
  db
    .update(account)
    .set({
      signingKey: param('signingKey'),
      previousSigningKey: param('previousSigningKey'),
      previousUntil: param('previousUntil'),
    })
    .where(eq(account.id, param('id'))),
)

/** Adds an account as the newest of the server. */
export const insertAccount = (tx: Tx, value: Account): Promise<unknown> => insertRow(tx, value)
/** Returns an account; undefined for an unknown id. */
export const findAccount = async (read: Read, id: string): Promise<Account | undefined> =>
  (await selectById(read, { id }))[0]
/** Writes the settings of an account that people may change in the console. */
export const updateSettings = (tx: Tx, value: Account): Promise<unknown> => setSettings(tx, value)
/** Sets which networks an account prefers for each way to collect or to pay out. */
export const updateRouting = (tx: Tx, value: Pick<Account, 'id' | 'routing'>): Promise<unknown> =>
  setRouting(tx, value)
/** Lists all accounts, oldest first. */
export const listAccounts = (read: Read): Promise<Account[]> => selectAll(read, {})
export const listTimeZones = (read: Read): Promise<Pick<Account, 'id' | 'timeZone'>[]> =>
  selectTimeZones(read, {})
/** Returns whether a sandbox account has the simulated phone on. */
export const hasSimulatedPhone = async (read: Read): Promise<boolean> =>
  (await selectWithSimulatedPhone(read, {})).length > 0
/** Sets the live or sandbox twin of an account, and the account's name and city. */
export const pairAccount = (
  tx: Tx,
  value: { id: string; twinId: string; name: string; city: string },
): Promise<unknown> => setTwin(tx, value)

type SigningKeys = Pick<Account, 'id' | 'signingKey' | 'previousSigningKey' | 'previousUntil'>
/** Sets the sealed key that signs webhooks, the previous key, and until when the previous key also signs. */
export const replaceSigningKey = (tx: Tx, value: SigningKeys): Promise<unknown> => setSigningKey(tx, value)

export type ApiKey = typeof apiKey.$inferSelect

const insertKeyRow = mutation<ApiKey>(db => db.insert(apiKey).values(rowPlaceholders(apiKey)))
const selectKeyByHash = query<{ hash: string }, ApiKey>((db, param) =>
  db
    .select()
    .from(apiKey)
    .where(eq(apiKey.hash, param('hash'))),
)
const selectKeysOfAccount = query<{ accountId: string }, ApiKey>((db, param) =>
  db
    .select()
    .from(apiKey)
    .where(eq(apiKey.accountId, param('accountId')))
    .orderBy(desc(apiKey.id)),
)
const setRevoked = mutation<{ id: string; accountId: string; now: number }, { hash: string }>((db, param) =>
  db
    .update(apiKey)
    .set({ revokedAt: param('now') })
    .where(
      and(eq(apiKey.id, param('id')), eq(apiKey.accountId, param('accountId')), isNull(apiKey.revokedAt)),
    )
    .returning({ hash: apiKey.hash }),
)

/** Adds an API key. Only its hash is stored. */
export const insertKey = (tx: Tx, value: ApiKey): Promise<unknown> => insertKeyRow(tx, value)
/** Returns the API key whose secret has this SHA-256, revoked or not; undefined if there is none. */
export const findKey = async (read: Read, hash: string): Promise<ApiKey | undefined> =>
  (await selectKeyByHash(read, { hash }))[0]
/** Lists the API keys of an account, newest first, including revoked ones. */
export const listKeys = (read: Read, accountId: string): Promise<ApiKey[]> =>
  selectKeysOfAccount(read, { accountId })
/**
 * Revokes an API key of an account.
 * @returns the hash of the key; undefined when the account has no such key, or the key is revoked already
 */
export const revokeKey = async (
  tx: Tx,
  accountId: string,
  id: string,
  now: number,
): Promise<string | undefined> => (await setRevoked(tx, { accountId, id, now }))[0]?.hash

type Member = { staffId: string; accountId: string; role: Role; name: string; createdAt: number }
const insertMemberRow = mutation<typeof member.$inferSelect>(db =>
  db.insert(member).values(rowPlaceholders(member)),
)
/** A person's role on an account, whether they may confirm payments manually, and when their PIN was set. */
export interface Membership {
  readonly role: Role
  readonly mayConfirm: boolean
  readonly pinSetAt: number | null
  /** How often the person was removed before, which distinguishes this membership from earlier ones. */
  readonly removals: number
  readonly account: Account
}
const selectMemberships = query<{ staffId: string }, Membership>((db, param) =>
  db
    .select({
      role: member.role,
      mayConfirm: member.mayConfirm,
      pinSetAt: member.pinSetAt,
      removals: staffName.removals,
      account,
    })
    .from(member)
    .innerJoin(account, eq(account.id, member.accountId))
    .innerJoin(
      staffName,
      and(eq(staffName.accountId, member.accountId), eq(staffName.staffId, member.staffId)),
    )
    .where(eq(member.staffId, param('staffId')))
    .orderBy(asc(account.number)),
)
/** Adds a person to an account, without a PIN or grants, and stores the account's name for the person. */
export async function insertMember(tx: Tx, { name, ...memberValues }: Member): Promise<void> {
  const { accountId, staffId } = memberValues
  const noPin = { pinHash: null, pinSetAt: null, pinLength: null }
  await insertMemberRow(tx, { ...memberValues, ...noPin, mayConfirm: false })
  await putStaffName(tx, { accountId, staffId, name })
}
/** Lists the accounts a person belongs to, with their role in each. */
export const listMemberships = (read: Read, staffId: string): Promise<Membership[]> =>
  selectMemberships(read, { staffId })

const upsertSetting = mutation<{ name: string; value: string }>((db, param) =>
  db
    .insert(setting)
    .values(rowPlaceholders(setting))
    .onConflictDoUpdate({ target: setting.name, set: { value: param('value') } }),
)
const selectSetting = query<{ name: string }, { value: string }>((db, param) =>
  db
    .select({ value: setting.value })
    .from(setting)
    .where(eq(setting.name, param('name'))),
)
const deleteSetting = mutation<{ name: string }, { value: string }>((db, param) =>
  db
    .delete(setting)
    .where(eq(setting.name, param('name')))
    .returning({ value: setting.value }),
)
/** Sets the value of a setting of the server. */
export const putSetting = (tx: Tx, name: string, value: string): Promise<unknown> =>
  upsertSetting(tx, { name, value })
/** Returns the value of a setting of the server; undefined when it is not set. */
export const findSetting = async (read: Read, name: string): Promise<string | undefined> =>
  (await selectSetting(read, { name }))[0]?.value
/** Removes a setting of the server, if it is set. */
export const dropSetting = (tx: Tx, name: string): Promise<unknown> => deleteSetting(tx, { name })
