// Accounts, their API keys and their members as rows, and the few settings of the server.
import { and, asc, desc, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import type { Account, Role } from '../domain/account.ts'
import { mutation, placeholders, query, type Read, type Tx } from './engine/statement.ts'
import { putStaffName } from './staff-name.ts'
import { staffName } from './staff-table.ts'
import { account, apiKey, member, setting } from './table.ts'

/** The number only orders the rows, so it is not read. */
const { number: _, ...columns } = getTableColumns(account)
const nextNumber = sql`(select coalesce(max(${account.number}), 0) + 1 from ${account})`
const insert = mutation<Account>(db =>
  db.insert(account).values({ ...placeholders(account), number: nextNumber }),
)
const byId = query<{ id: string }, Account>((db, at) =>
  db
    .select(columns)
    .from(account)
    .where(eq(account.id, at('id'))),
)
const setSettings = mutation<Account>((db, at) =>
  db
    .update(account)
    .set({
      name: at('name'),
      city: at('city'),
      address: at('address'),
      phone: at('phone'),
      tin: at('tin'),
      vrn: at('vrn'),
      receiptHeader: at('receiptHeader'),
      receiptFooter: at('receiptFooter'),
      timeZone: at('timeZone'),
      apiVersion: at('apiVersion'),
      expirySeconds: at('expirySeconds'),
      amountMax: at('amountMax'),
      payoutApprovalAbove: at('payoutApprovalAbove'),
      cashRefundApprovalAbove: at('cashRefundApprovalAbove'),
      refundDays: at('refundDays'),
      simulatedPhone: at('simulatedPhone', account.simulatedPhone),
      quickAmounts: at('quickAmounts', account.quickAmounts),
      pinLength: at('pinLength'),
      blindCount: at('blindCount', account.blindCount),
      fees: at('fees', account.fees),
      webhookUrl: at('webhookUrl'),
      webhookHosts: at('webhookHosts', account.webhookHosts),
    })
    .where(eq(account.id, at('id'))),
)
const setRouting = mutation<Pick<Account, 'id' | 'routing'>>((db, at) =>
  db
    .update(account)
    .set({ routing: at('routing', account.routing) })
    .where(eq(account.id, at('id'))),
)
const allAccounts = query<object, Account>(db =>
  db.select(columns).from(account).orderBy(asc(account.number)),
)
const withPhone = query<object, { id: string }>(db =>
  db
    .select({ id: account.id })
    .from(account)
    .where(and(eq(account.mode, 'sandbox'), eq(account.simulatedPhone, true)))
    .limit(1),
)
const setTwin = mutation<{ id: string; twinId: string; name: string; city: string }>((db, at) =>
  db
    .update(account)
    .set({ twinId: at('twinId'), name: at('name'), city: at('city') })
    .where(eq(account.id, at('id'))),
)

const setSigningKey = mutation<SigningKeys>((db, at) =>
  db
    .update(account)
    .set({
      signingKey: at('signingKey'),
      previousSigningKey: at('previousSigningKey'),
      previousUntil: at('previousUntil'),
    })
    .where(eq(account.id, at('id'))),
)

export const insertAccount = (tx: Tx, value: Account): Promise<unknown> => insert(tx, value)
export const findAccount = async (read: Read, id: string): Promise<Account | undefined> =>
  (await byId(read, { id }))[0]
/** Returns the account in the writer's turn: nothing changes it until this transaction ends. */
export const lockAccount = async (tx: Tx, id: string): Promise<Account | undefined> =>
  (await byId(tx, { id }))[0]
/** Writes the settings that people may change. */
export const updateSettings = (tx: Tx, value: Account): Promise<unknown> => setSettings(tx, value)
export const updateRouting = (tx: Tx, value: Pick<Account, 'id' | 'routing'>): Promise<unknown> =>
  setRouting(tx, value)
/** Lists all accounts, oldest first. */
export const listAccounts = (read: Read): Promise<Account[]> => allAccounts(read, {})
/** Returns whether a sandbox account has the simulated phone on. */
export const hasSimulatedPhone = async (read: Read): Promise<boolean> =>
  (await withPhone(read, {})).length > 0
/** Pairs an account with its twin and gives it the merchant's name and city. */
export const pairAccount = (
  tx: Tx,
  value: { id: string; twinId: string; name: string; city: string },
): Promise<unknown> => setTwin(tx, value)

type SigningKeys = Pick<Account, 'id' | 'signingKey' | 'previousSigningKey' | 'previousUntil'>
export const replaceSigningKey = (tx: Tx, value: SigningKeys): Promise<unknown> => setSigningKey(tx, value)

export type ApiKey = typeof apiKey.$inferSelect

const insertOneKey = mutation<ApiKey>(db => db.insert(apiKey).values(placeholders(apiKey)))
const byHash = query<{ hash: string }, ApiKey>((db, at) =>
  db
    .select()
    .from(apiKey)
    .where(eq(apiKey.hash, at('hash'))),
)
const ofAccount = query<{ accountId: string }, ApiKey>((db, at) =>
  db
    .select()
    .from(apiKey)
    .where(eq(apiKey.accountId, at('accountId')))
    .orderBy(desc(apiKey.id)),
)
const revoke = mutation<{ id: string; accountId: string; now: number }, { hash: string }>((db, at) =>
  db
    .update(apiKey)
    .set({ revokedAt: at('now') })
    .where(and(eq(apiKey.id, at('id')), eq(apiKey.accountId, at('accountId')), isNull(apiKey.revokedAt)))
    .returning({ hash: apiKey.hash }),
)

export const insertKey = (tx: Tx, value: ApiKey): Promise<unknown> => insertOneKey(tx, value)
/** Returns the key with this SHA-256, revoked or not. */
export const findKey = async (read: Read, hash: string): Promise<ApiKey | undefined> =>
  (await byHash(read, { hash }))[0]
export const listKeys = (read: Read, accountId: string): Promise<ApiKey[]> => ofAccount(read, { accountId })
/** Revokes a key of this account. Returns its hash; undefined when there is none to revoke. */
export const revokeKey = async (
  tx: Tx,
  accountId: string,
  id: string,
  now: number,
): Promise<string | undefined> => (await revoke(tx, { accountId, id, now }))[0]?.hash

type Member = { staffId: string; accountId: string; role: Role; name: string; createdAt: number }
const insertOneMember = mutation<typeof member.$inferSelect>(db =>
  db.insert(member).values(placeholders(member)),
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
const accountsOfStaff = query<{ staffId: string }, Membership>((db, at) =>
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
    .where(eq(member.staffId, at('staffId')))
    .orderBy(asc(account.number)),
)
/** Adds a member, with neither a PIN nor grants. */
export async function insertMember(tx: Tx, { name, ...value }: Member): Promise<void> {
  await insertOneMember(tx, { ...value, pinHash: null, pinSetAt: null, pinLength: null, mayConfirm: false })
  await putStaffName(tx, { accountId: value.accountId, staffId: value.staffId, name })
}
/** Lists the accounts a person belongs to, with their role in each. */
export const listMemberships = (read: Read, staffId: string): Promise<Membership[]> =>
  accountsOfStaff(read, { staffId })

const putOne = mutation<{ name: string; value: string }>((db, at) =>
  db
    .insert(setting)
    .values(placeholders(setting))
    .onConflictDoUpdate({ target: setting.name, set: { value: at('value') } }),
)
const oneSetting = query<{ name: string }, { value: string }>((db, at) =>
  db
    .select({ value: setting.value })
    .from(setting)
    .where(eq(setting.name, at('name'))),
)
const dropOne = mutation<{ name: string }, { value: string }>((db, at) =>
  db
    .delete(setting)
    .where(eq(setting.name, at('name')))
    .returning({ value: setting.value }),
)
export const putSetting = (tx: Tx, name: string, value: string): Promise<unknown> =>
  putOne(tx, { name, value })
export const findSetting = async (read: Read, name: string): Promise<string | undefined> =>
  (await oneSetting(read, { name }))[0]?.value
export const dropSetting = (tx: Tx, name: string): Promise<unknown> => dropOne(tx, { name })
