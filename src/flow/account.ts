// Accounts: the sandbox account exists from the first start, and claiming the server creates the live one.
// This file also manages signing keys.

import type { Account, Mode } from '../domain/account.ts'
import { type RequestedBy, staffActor } from '../domain/actor.ts'
import { currentVersion } from '../domain/api-version.ts'
import { assert, badField, fault } from '../domain/fault.ts'
import { newAccountId, randomText } from '../domain/id.ts'
import { expirySecondsMax } from '../domain/payment-limit.ts'
import { readName } from '../domain/plain-text.ts'
import type { FeeSchedule } from '../domain/posting.ts'
import type { Locale } from '../domain/profile.ts'
import { noReceiptDetails } from '../domain/receipt-shop.ts'
import { refundDaysUsual } from '../domain/refund-way.ts'
import {
  dropSetting,
  findAccount,
  findSetting,
  insertAccount,
  insertMember,
  listAccounts,
  pairAccount,
  putSetting,
  replaceSigningKey,
} from '../store/account.ts'
import type { Tx } from '../store/engine/statement.ts'
import { isHashOf, sha256 } from '../store/hash.ts'
import { updateProfile } from '../store/profile.ts'
import { newSigningKey } from '../wire/signature.ts'
import type { Appliance } from './appliance.ts'
import { recordAudit, writeAudit } from './audit-log.ts'
import { ensureDefaultProfile } from './profile.ts'
import { noteTimeZone } from './time-zone.ts'
import { type ChangedBy, recordWebhookChange } from './webhook-change.ts'

/** The claim code works once, for 30 minutes; 12 letters and digits have 71 bits. */
const claimCodeMs = 30 * 60_000
const claimCodeLength = 12
const noFee = { basisPoints: 0, fixed: 0 }
/** Sandbox fees resemble those of networks, so that gross, fees and net differ as in live mode. */
const feeSchedules: Readonly<Record<Mode, FeeSchedule>> = {
  live: { 'dynamic-qr': noFee, mobile: noFee, card: noFee, payout: noFee },
  sandbox: {
    'dynamic-qr': { basisPoints: 50, fixed: 0 },
    mobile: { basisPoints: 50, fixed: 0 },
    card: { basisPoints: 300, fixed: 0 },
    payout: { basisPoints: 0, fixed: 1_500 },
  },
}

const signingKeyBytes = 32
const nonceBytes = 12 // of the seal

const claimSetting = 'claim'
/** The stored claim code: its hash, and the time until which it works. */
type Claim = { readonly hash: string; readonly until: number }

/** Returns a new account with default settings and a new signing key. It is not stored, and has no twin. */
export function newAccount(
  appliance: Appliance,
  mode: Mode,
  { name, city }: ShopDetails,
  now: number,
): Account {
  const { random } = appliance.world
  const id = newAccountId(random.bytes)
  const signingKey = newSigningKey(random.bytes(signingKeyBytes))
  return {
    id,
    name,
    mode,
    twinId: null,
    city,
    ...noReceiptDetails,
    timeZone: 'Africa/Dar_es_Salaam',
    apiVersion: currentVersion,
    signingKey: appliance.seal.close(signingKey, random.bytes(nonceBytes)),
    webhookUrl: null,
    webhookHosts: [],
    fees: feeSchedules[mode],
    amountMax: null,
    payoutApprovalAbove: null,
    cashRefundApprovalAbove: null,
    refundDays: refundDaysUsual,
    simulatedPhone: true,
    quickAmounts: [1_000, 2_000, 5_000, 10_000],
    pinLength: 4,
    blindCount: false,
    routing: {},
    expirySeconds: expirySecondsMax,
    createdAt: now,
    previousSigningKey: null,
    previousUntil: null,
  }
}

/**
 * Creates the sandbox account when the server starts for the first time.
 * @returns undefined when accounts exist already
 */
export async function firstStart(appliance: Appliance): Promise<Account | undefined> {
  // A later start writes nothing, so it succeeds on a full disk.
  if ((await listAccounts(appliance.store.read)).length > 0) return undefined
  return appliance.store.write(async tx => {
    // Another node may have created the account concurrently.
    if ((await listAccounts(tx)).length > 0) return undefined
    const shop = { name: 'My shop', city: 'Dar es Salaam' }
    const account = newAccount(appliance, 'sandbox', shop, appliance.world.clock.now())
    await insertAccount(tx, account)
    noteTimeZone(tx, appliance, account)
    return account
  })
}

/** Returns whether a person has claimed this server, which creates its first live account. */
export const isClaimed = async (appliance: Appliance): Promise<boolean> =>
  (await listAccounts(appliance.store.read)).some(account => account.mode === 'live')

/** Creates a one-time claim code and stores its hash; the previous code stops working. */
export async function newClaimCode(appliance: Appliance): Promise<string> {
  const { clock, random } = appliance.world
  const code = randomText(claimCodeLength, random.bytes)
  const claim: Claim = { hash: sha256(code), until: clock.now() + claimCodeMs }
  await appliance.store.write(tx => putSetting(tx, claimSetting, JSON.stringify(claim)))
  return code
}

/**
 * Checks a claim code without using it up.
 *
 * The stored code is read before the accounts, because a concurrent claim creates the live account and
 * deletes the code in one commit. In this order, its code fails as `already_claimed`, never as expired.
 * @throws Fault `already_claimed`, `claim_code_expired` or `claim_code_wrong`
 */
export async function checkClaimCode(appliance: Appliance, code: string): Promise<void> {
  const { store, world } = appliance
  const setting = await findSetting(store.read, claimSetting)
  if (await isClaimed(appliance)) throw fault('already_claimed')
  const claim: Claim | undefined = setting && JSON.parse(setting)
  if (!claim || claim.until <= world.clock.now()) throw fault('claim_code_expired')
  if (!isHashOf(code, claim.hash)) throw fault('claim_code_wrong')
}

/** The name and the city of a shop, as they are printed. */
export interface ShopDetails {
  readonly name: string
  readonly city: string
}

/**
 * Reads the shop's name and city, which are printed and encoded in QR payloads. The default city is Dar es
 * Salaam.
 * @param field the field of the request that holds the name
 * @throws Fault `length_out_of_range` or `too_long`, naming the field
 */
export function readShopDetails(
  shop: { name: string; city?: string | undefined },
  field = 'store',
): ShopDetails {
  const name = readName(field, shop.name)
  const city = readName('city', shop.city ?? '') || 'Dar es Salaam'
  if (name.length < 1 || name.length > 100) throw badField(field, 'length_out_of_range', { max: 100 })
  if (city.length > 60) throw badField('city', 'too_long', { max: 60 })
  return { name, city }
}

/**
 * Creates the live account, pairs it with the sandbox account, makes a person the owner of both, and deletes
 * the claim code.
 * @param locale the customers' language, set in both default profiles; if undefined, the profiles are only
 * created when they are first needed
 * @throws Fault `already_claimed` when the server has an owner
 */
export const claimServer = (
  appliance: Appliance,
  shop: ShopDetails,
  owner: { readonly staffId: string; readonly name: string },
  locale?: Locale,
): Promise<{ account: Account; sandbox: Account }> =>
  appliance.store.write(async tx => {
    const accounts = await listAccounts(tx)
    if (accounts.some(account => account.mode === 'live')) throw fault('already_claimed')
    const now = appliance.world.clock.now()
    const storedSandbox = accounts.find(account => account.mode === 'sandbox')
    assert(storedSandbox, 'the sandbox account exists from the first start')
    const live = { ...newAccount(appliance, 'live', shop, now), twinId: storedSandbox.id }
    await insertAccount(tx, live)
    noteTimeZone(tx, appliance, live)
    await pairAccount(tx, { id: storedSandbox.id, twinId: live.id, name: shop.name, city: shop.city })
    const by = { actor: staffActor(owner.staffId), address: null }
    for (const { id } of [live, storedSandbox]) {
      await insertMember(tx, { ...owner, accountId: id, role: 'owner', createdAt: now })
      await recordAudit(tx, appliance, { account: { id }, by, kind: 'account.created', subject: id })
    }
    await dropSetting(tx, claimSetting)
    const sandbox = { ...storedSandbox, twinId: live.id, ...shop }
    if (locale)
      for (const account of [live, sandbox]) await setCustomerLanguage(tx, appliance, account, locale, now)
    return { account: live, sandbox }
  })

/** Sets the customers' language in the account's default profile, which is created if it does not exist. */
async function setCustomerLanguage(
  tx: Tx,
  appliance: Appliance,
  account: Account,
  locale: Locale,
  now: number,
): Promise<void> {
  const profile = await ensureDefaultProfile(tx, appliance, account, now)
  if (profile.locale !== locale) await updateProfile(tx, { ...profile, locale })
}

/** Returns the account's webhook signing key in plain text, and records in the audit log who read it. */
export async function showSigningKey(
  appliance: Appliance,
  account: Account,
  by: RequestedBy,
): Promise<string> {
  await writeAudit(appliance, { account, by, kind: 'webhook_secret.read' })
  return signingKeyOf(appliance, account.id)
}

/** Returns the account's webhook signing key in plain text, without an audit entry. */
export async function signingKeyOf(appliance: Appliance, accountId: string): Promise<string> {
  const account = await findAccount(appliance.store.read, accountId)
  assert(account, 'the account exists')
  return appliance.seal.open(account.signingKey)
}

const hourMs = 3_600_000
/** The longest grace period in which the old key is still valid. */
export const graceHoursMax = 72

/**
 * Replaces the account's webhook signing key.
 * @param graceHours how long webhooks are also signed with the old key; with 0, it stops working immediately
 * @returns the new key in plain text
 */
export async function regenerateSigningKey(
  appliance: Appliance,
  { id: accountId }: Account,
  by: ChangedBy,
  graceHours: number,
): Promise<string> {
  const { clock, random } = appliance.world
  const key = newSigningKey(random.bytes(signingKeyBytes))
  const sealedKey = appliance.seal.close(key, random.bytes(nonceBytes))
  await appliance.store.write(async tx => {
    const account = await findAccount(tx, accountId)
    assert(account, 'the account exists')
    const hasGracePeriod = graceHours > 0
    await replaceSigningKey(tx, {
      id: accountId,
      signingKey: sealedKey,
      previousSigningKey: hasGracePeriod ? account.signingKey : null,
      previousUntil: hasGracePeriod ? clock.now() + graceHours * hourMs : null,
    })
    await recordWebhookChange(tx, appliance, {
      account,
      by,
      kind: 'webhook_secret.regenerated',
      detail: { grace_hours: graceHours },
    })
  })
  // Each cached API key holds a copy of its account, here with the old signing key.
  appliance.keyHolders.clear()
  return key
}
