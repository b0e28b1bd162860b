// Profiles: every account has exactly one default profile, created when it is first needed.

import type { Account } from '../domain/account.ts'
import { fault, shortValue } from '../domain/fault.ts'
import { idWithPrefix } from '../domain/id.ts'
import {
  applyProfileChange,
  firstProfile,
  type Profile,
  type ProfileChange,
  profilesMax,
} from '../domain/profile.ts'
import { matchesSearch } from '../domain/search.ts'
import { addressWithoutSecrets } from '../domain/setting.ts'
import type { Read, Tx } from '../store/engine/statement.ts'
import {
  countProfiles,
  dropLogo,
  findDefaultProfile,
  findProfile,
  insertProfile,
  type Logo,
  listProfileNames,
  listProfiles,
  type ProfileRange,
  putLogo,
  updateProfile,
} from '../store/profile.ts'
import type { Store } from '../store/store.ts'
import type { Appliance } from './appliance.ts'
import { type ChangedBy, recordWebhookChange } from './webhook-change.ts'

/** Returns the account's default profile, and creates it if there is none. */
export async function ensureDefaultProfile(
  tx: Tx,
  appliance: Appliance,
  account: Account,
  now: number,
): Promise<Profile> {
  const profile = await findDefaultProfile(tx, account.id)
  if (profile) return profile
  const newProfile = firstProfile(idWithPrefix('prof', appliance.world.ids.uuid(now)), account, now)
  await insertProfile(tx, newProfile)
  return newProfile
}

/** Returns the account's default profile outside a transaction, and creates it if there is none. */
export async function defaultProfileOf(appliance: Appliance, account: Account): Promise<Profile> {
  const { store, world } = appliance
  const profile = await findDefaultProfile(store.read, account.id)
  return profile ?? store.write(tx => ensureDefaultProfile(tx, appliance, account, world.clock.now()))
}

/**
 * Returns the profile of a new session: the requested one, or the default; undefined if the account has no
 * such profile.
 */
export async function findProfileForSession(
  appliance: Appliance,
  account: Account,
  profileId: string | undefined,
): Promise<Profile | undefined> {
  if (profileId === undefined) return defaultProfileOf(appliance, account)
  const profile = await findProfile(appliance.store.read, profileId)
  return profile?.accountId === account.id && profile.deletedAt === null ? profile : undefined
}

/** The most profiles that a search reads, newest first: far more than an account may have. */
const searchedMax = 10_000

/** Which profiles of an account to list. */
export interface ProfileFilter extends ProfileRange {
  readonly text: string | undefined // words of the name or the merchant name; undefined for all
}

/** Returns a page of profiles, newest first. */
export async function findProfiles(
  { store: { read } }: Appliance,
  filter: ProfileFilter,
  limit: number,
  offset: number,
): Promise<Profile[]> {
  if (filter.text === undefined) return listProfiles(read, filter, limit, offset)
  const ids = (await idsWithText(read, filter, filter.text)).slice(offset, offset + limit)
  const profiles = await Promise.all(ids.map(id => findProfile(read, id)))
  return profiles.filter(profile => profile !== undefined)
}

/** Returns the number of profiles that `findProfiles` returns on all pages together. */
export const countProfilesFound = async (
  { store: { read } }: Appliance,
  filter: ProfileFilter,
): Promise<number> =>
  filter.text === undefined
    ? countProfiles(read, filter)
    : (await idsWithText(read, filter, filter.text)).length

/** Returns the ids of the profiles whose name or merchant name has these words, newest first. */
async function idsWithText(read: Read, { accountId, fromId, beforeId }: ProfileRange, text: string) {
  const names = await listProfileNames(read, accountId, searchedMax)
  return names
    .filter(({ id }) => (!fromId || id >= fromId) && (!beforeId || id < beforeId))
    .filter(({ name, merchantName }) => matchesSearch(text, [name, merchantName]))
    .map(({ id }) => id)
}

/** A resized image, before a profile owns it. */
export type Picture = Pick<Logo, 'id' | 'type' | 'bytes'>

type ProfileEditor = ChangedBy & { readonly account: Account }

/** A request: the profile's fields, and a logo, or null to remove it. */
export interface ProfileRequest extends ProfileChange {
  readonly picture?: Picture | null | undefined
}

/**
 * Returns a profile of the account.
 * @throws Fault `profile_not_found` for a deleted or another account's profile
 */
export async function getProfile(appliance: Appliance, account: Account, id: string): Promise<Profile> {
  return ownProfile(await findProfile(appliance.store.read, id), account, id)
}

/**
 * Creates a profile. Fields that the request omits come from the account's first profile.
 * @param write runs the transaction, once per idempotency key if the request has one
 * @throws Fault `profile_limit_reached`, or one that names the wrong field
 */
export const createProfile = (
  appliance: Appliance,
  by: ProfileEditor,
  { picture, ...change }: ProfileRequest & { readonly name: string },
  write: Store['write'],
): Promise<Profile> =>
  write(async tx => {
    const { account } = by
    const now = appliance.world.clock.now()
    const formerDefault = await ensureDefaultProfile(tx, appliance, account, now)
    if ((await countProfiles(tx, { accountId: account.id })) >= profilesMax)
      throw fault('profile_limit_reached', { max: profilesMax })
    const blank = {
      ...firstProfile(idWithPrefix('prof', appliance.world.ids.uuid(now)), account, now),
      isDefault: false,
    }
    const newProfile = {
      ...applyProfileChange(blank, change),
      logoId: await savePicture(tx, account, picture ?? null, now),
    }
    if (newProfile.isDefault) await updateProfile(tx, { ...formerDefault, isDefault: false })
    await insertProfile(tx, newProfile)
    await recordAddress(tx, appliance, by, blank, newProfile)
    return newProfile
  })

/**
 * Changes the given fields of a profile. If it becomes the default, the former default loses that role.
 * @throws Fault `profile_not_found`, or one that names the wrong field
 */
export const changeProfile = (
  appliance: Appliance,
  by: ProfileEditor,
  id: string,
  { picture, ...change }: ProfileRequest,
): Promise<Profile> =>
  appliance.store.write(async tx => {
    const { account } = by
    const now = appliance.world.clock.now()
    const formerDefault = await ensureDefaultProfile(tx, appliance, account, now)
    const profile = ownProfile(await findProfile(tx, id), account, id)
    const logoId = picture === undefined ? profile.logoId : await savePicture(tx, account, picture, now)
    const changed = { ...applyProfileChange(profile, change), logoId }
    if (changed.isDefault && !profile.isDefault)
      await updateProfile(tx, { ...formerDefault, isDefault: false })
    await updateProfile(tx, changed)
    await recordAddress(tx, appliance, by, profile, changed)
    if (profile.logoId !== null && profile.logoId !== logoId) await dropLogo(tx, profile.logoId)
    return changed
  })

/** Adds the audit entry of a profile's webhook address, if it has changed. */
async function recordAddress(
  tx: Tx,
  appliance: Appliance,
  by: ProfileEditor,
  before: Profile,
  { id, name, webhookUrl }: Profile,
): Promise<void> {
  if (webhookUrl === before.webhookUrl) return
  const [from, to] = [addressWithoutSecrets(before.webhookUrl), addressWithoutSecrets(webhookUrl)]
  const detail = { name, changes: [{ field: 'webhook_url', from, to }] }
  const { account } = by
  await recordWebhookChange(tx, appliance, {
    account,
    by,
    kind: 'profile.webhook_changed',
    subject: id,
    detail,
  })
}

/**
 * Marks a profile as deleted; its checkout sessions go on using it.
 * @throws Fault `profile_not_found`, or `profile_is_default`
 */
export const removeProfile = (appliance: Appliance, account: Account, id: string): Promise<void> =>
  appliance.store.write(async tx => {
    const profile = ownProfile(await findProfile(tx, id), account, id)
    if (profile.isDefault) throw fault('profile_is_default')
    await updateProfile(tx, { ...profile, deletedAt: appliance.world.clock.now() })
  })

/**
 * Returns `profile`, if it belongs to the account and is not deleted.
 * @throws Fault `profile_not_found`
 */
function ownProfile(profile: Profile | undefined, account: Account, id: string): Profile {
  if (!profile || profile.accountId !== account.id || profile.deletedAt !== null)
    throw fault('profile_not_found', { id: shortValue(id) })
  return profile
}

/** Stores an image. @returns its id; null without an image */
async function savePicture(
  tx: Tx,
  account: Account,
  picture: Picture | null,
  now: number,
): Promise<string | null> {
  if (picture) await putLogo(tx, { ...picture, accountId: account.id, createdAt: now })
  return picture?.id ?? null
}
