// The merchants of this server. Another merchant is a live account with its sandbox twin, owned by the person
// who creates it.

import type { Account } from '../domain/account.ts'
import { fault } from '../domain/fault.ts'
import { insertAccount, insertMember, listAccounts, pairAccount } from '../store/account.ts'
import type { Read } from '../store/engine/statement.ts'
import { findStaffName } from '../store/staff-name.ts'
import type { Store } from '../store/store.ts'
import { newAccount, type ShopDetails } from './account.ts'
import type { Appliance } from './appliance.ts'
import { recordAudit } from './audit-log.ts'
import type { AccountAdmin } from './staff.ts'
import { noteTimeZone } from './time-zone.ts'

/**
 * Returns whether an account belongs to the server's first merchant: it or its twin is the oldest account.
 * The owners and admins of that merchant administer the server.
 */
export async function isFirstMerchant({ store }: Appliance, account: Account): Promise<boolean> {
  const [oldest] = await listAccounts(store.read)
  return oldest !== undefined && [account.id, account.twinId].includes(oldest.id)
}

/**
 * Returns the account whose audit log records events of the whole server: the first merchant's live account,
 * or its sandbox account before the server is claimed.
 */
export async function serverAccount(read: Read): Promise<Account | undefined> {
  const accounts = await listAccounts(read)
  return accounts.find(({ mode }) => mode === 'live') ?? accounts[0]
}

/**
 * Refuses what only the first merchant may do.
 * @throws Fault `first_merchant_only` on the accounts of any other merchant
 */
export async function assertFirstMerchant(appliance: Appliance, account: Account): Promise<void> {
  if (!(await isFirstMerchant(appliance, account))) throw fault('first_merchant_only')
}

/**
 * Creates a live account with its sandbox twin, owned by the person who creates it.
 * @param write runs the transaction, once per idempotency key if the request has one
 * @returns both accounts, each with its own keys, profiles and money
 */
export const addMerchant = (
  appliance: Appliance,
  by: AccountAdmin,
  shop: ShopDetails,
  write: Store['write'],
): Promise<{ account: Account; sandbox: Account }> =>
  write(async tx => {
    const now = appliance.world.clock.now()
    const newAccountIn = (mode: Account['mode']) => newAccount(appliance, mode, shop, now)
    const [sandbox, live] = [newAccountIn('sandbox'), newAccountIn('live')]
    const account = { ...live, twinId: sandbox.id }
    await insertAccount(tx, sandbox)
    await insertAccount(tx, account)
    await pairAccount(tx, { id: sandbox.id, twinId: live.id, ...shop })
    const name = (await findStaffName(tx, by.account.id, by.staffId)) ?? ''
    for (const { id, timeZone } of [account, sandbox]) {
      noteTimeZone(tx, appliance, { id, timeZone })
      await insertMember(tx, { staffId: by.staffId, accountId: id, role: 'owner', name, createdAt: now })
      await recordAudit(tx, appliance, { account: { id }, by, kind: 'account.created', subject: id })
    }
    return { account, sandbox: { ...sandbox, twinId: live.id } }
  })
