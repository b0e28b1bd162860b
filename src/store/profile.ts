// Profiles and their pictures as rows.
import { and, count, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Profile } from '../domain/profile.ts'
import { logo, profile } from './checkout-table.ts'
import {
  adHocQuery,
  allBut,
  mutation,
  query,
  type Read,
  rowPlaceholders,
  type Tx,
} from './engine/statement.ts'
import { product } from './product-table.ts'
import { type IdRange, idRange, listPage } from './range.ts'

const insertRow = mutation<Profile>(db => db.insert(profile).values(rowPlaceholders(profile)))
const selectById = query<{ id: string }, Profile>((db, param) =>
  db
    .select()
    .from(profile)
    .where(eq(profile.id, param('id'))),
)
// The 1 is part of the text, because SQLite uses the partial index only for the same text.
const selectDefault = query<{ accountId: string }, Profile>((db, param) =>
  db
    .select()
    .from(profile)
    .where(and(eq(profile.accountId, param('accountId')), sql`${profile.isDefault} = 1`)),
)
const selectNames = query<
  { accountId: string; limit: number },
  Pick<Profile, 'id' | 'name' | 'merchantName'>
>((db, param) =>
  db
    .select({ id: profile.id, name: profile.name, merchantName: profile.merchantName })
    .from(profile)
    .where(and(eq(profile.accountId, param('accountId')), isNull(profile.deletedAt)))
    .orderBy(desc(profile.id))
    .limit(sql.placeholder('limit')),
)
const updateRow = mutation<Profile>((db, param) =>
  db
    .update(profile)
    .set(allBut(profile, ['id', 'accountId', 'createdAt']))
    .where(eq(profile.id, param('id'))),
)

export const insertProfile = (tx: Tx, value: Profile): Promise<unknown> => insertRow(tx, value)
/** Writes all fields of a profile except its id, account and creation time. */
export const updateProfile = (tx: Tx, value: Profile): Promise<unknown> => updateRow(tx, value)
/** Returns a profile, even a deleted one, because its sessions still use it; undefined for an unknown id. */
export const findProfile = async (read: Read, id: string): Promise<Profile | undefined> =>
  (await selectById(read, { id }))[0]
/** Returns the default profile of an account; undefined if it has not been created yet. */
export const findDefaultProfile = async (read: Read, accountId: string): Promise<Profile | undefined> =>
  (await selectDefault(read, { accountId }))[0]
export interface ProfileRange extends IdRange {
  readonly accountId: string
}
/** Matches the profiles in a range of ids of an account that are not deleted. */
const listedIn = (range: ProfileRange) =>
  and(eq(profile.accountId, range.accountId), isNull(profile.deletedAt), idRange(profile.id, range))

/** Lists a page of the profiles of a range that are not deleted, newest first. */
export const listProfiles = (
  read: Read,
  range: ProfileRange,
  limit: number,
  offset: number,
): Promise<Profile[]> =>
  listPage(read, profile, { condition: listedIn(range), order: [desc(profile.id)] }, limit, offset)
/** Lists the names of an account's newest profiles that are not deleted, newest first, up to `limit`. */
export const listProfileNames = (read: Read, accountId: string, limit: number) =>
  selectNames(read, { accountId, limit })
/** Counts the profiles of a range that are not deleted. */
export async function countProfiles(read: Read, range: ProfileRange): Promise<number> {
  const rows = await adHocQuery(read, db =>
    db.select({ count: count() }).from(profile).where(listedIn(range)),
  )
  return rows[0]?.count ?? 0
}

export type Logo = typeof logo.$inferSelect

const insertLogoIfAbsent = mutation<Logo>(db =>
  db.insert(logo).values(rowPlaceholders(logo)).onConflictDoNothing(),
)
const selectLogoById = query<{ id: string }, Logo>((db, param) =>
  db
    .select()
    .from(logo)
    .where(eq(logo.id, param('id'))),
)
const deleteLogoIfUnused = mutation<{ id: string }>((db, param) =>
  db
    .delete(logo)
    .where(
      and(
        eq(logo.id, param('id')),
        sql`not exists (select 1 from ${profile} where ${profile.logoId} = ${logo.id})`,
        sql`not exists (select 1 from ${product} where ${product.pictureId} = ${logo.id})`,
      ),
    ),
)

/** Stores a picture, unless it is stored already. */
export const putLogo = (tx: Tx, value: Logo): Promise<unknown> => insertLogoIfAbsent(tx, value)
/** Returns a picture; undefined for an unknown id. */
export const findLogo = async (read: Read, id: string): Promise<Logo | undefined> =>
  (await selectLogoById(read, { id }))[0]
/** Removes a picture, unless a product or a profile, even a deleted one, still uses it. */
export const dropLogo = (tx: Tx, id: string): Promise<unknown> => deleteLogoIfUnused(tx, { id })
