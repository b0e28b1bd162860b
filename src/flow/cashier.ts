// Cashiers who only sell: a name and a PIN, without a login. They belong to the account and its twin with one
// PIN, so that they can practise.

import { badField, fault } from '../domain/fault.ts'
import { assertPin } from '../domain/pin.ts'
import { readName } from '../domain/plain-text.ts'
import { mayGiveRole } from '../domain/staff-role.ts'
import { insertMember } from '../store/account.ts'
import { hashPin, updatePin } from '../store/pin.ts'
import type { Store } from '../store/store.ts'
import type { Appliance } from './appliance.ts'
import { recordAudit } from './audit-log.ts'
import { type AccountAdmin, rolesIn } from './staff.ts'

/**
 * Adds a cashier with a PIN to the account and, if the requesting person may add cashiers there, to its twin.
 * @param write runs the transaction, once per idempotency key if the request has one
 * @returns the cashier's staff id
 * @throws Fault naming `name` or `pin`, or `owner_role_needed`
 */
export async function createCashier(
  appliance: Appliance,
  by: AccountAdmin,
  request: { readonly name: string; readonly pin: string },
  write: Store['write'] = appliance.store.write,
): Promise<string> {
  const { clock, ids } = appliance.world
  const name = readName('name', request.name)
  if (name === '') throw badField('name', 'empty')
  const pinHash = await hashPin(request.pin)
  return write(async tx => {
    // Checked only here, because a repeated request may have a PIN of a length that was valid at the time.
    assertPin(request.pin, by.account.pinLength)
    const now = clock.now()
    const staffId = ids.uuid(now)
    const accounts = (await rolesIn(tx, by)).filter(({ role }) => mayGiveRole(role, 'cashier'))
    if (accounts[0]?.accountId !== by.account.id) throw fault('owner_role_needed')
    for (const { accountId } of accounts) {
      await insertMember(tx, { staffId, accountId, role: 'cashier', name, createdAt: now })
      await updatePin(tx, { accountId, staffId, pinHash, pinSetAt: now, pinLength: request.pin.length })
      await recordAudit(tx, appliance, {
        account: { id: accountId },
        by,
        kind: 'staff.joined',
        subject: staffId,
        detail: { role: 'cashier' },
      })
    }
    return staffId
  })
}
