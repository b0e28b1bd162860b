// Changes an account's settings in one transaction, and names each change in the audit log.

import type { Account } from '../domain/account.ts'
import { assert, fault } from '../domain/fault.ts'
import {
  applySettings,
  raisesApproval,
  requestedSettings,
  type SettingsRequest,
  settingChanges,
  settings,
} from '../domain/setting.ts'
import { findAccount, updateSettings } from '../store/account.ts'
import { recountTotals } from '../store/payment-total.ts'
import type { Appliance } from './appliance.ts'
import { recordAudit } from './audit-log.ts'
import { recountSaleTotals } from './sale-total.ts'
import { noteTimeZone } from './time-zone.ts'
import { type ChangedBy, recordWebhookChange } from './webhook-change.ts'

/**
 * Changes settings of an account, and adds an entry to the audit log. A new time zone moves sales to other
 * days, so the totals of all days are counted again.
 * @param confirm called if larger payouts than before would need no second person; throws unless the person
 * has just entered their password
 * @throws Fault `settings_not_allowed`, which names the fields, or as `applySettings` and `confirm`
 */
export function changeSettings(
  appliance: Appliance,
  accountId: string,
  request: SettingsRequest,
  by: ChangedBy,
  confirm: () => void,
): Promise<Account> {
  const forbidden = requestedSettings(request).filter(name => !by.may(settings[name].right))
  if (forbidden.length > 0)
    throw fault('settings_not_allowed', { fields: forbidden.map(name => settings[name].field).join(', ') })
  return appliance.store.write(async tx => {
    const before = await findAccount(tx, accountId)
    assert(before, 'the account exists')
    const { account, changed } = applySettings(before, request)
    if (changed.length === 0) return before
    if (raisesApproval(before, account)) confirm()
    await updateSettings(tx, account)
    if (changed.includes('timeZone')) {
      noteTimeZone(tx, appliance, account)
      await recountTotals(tx, account.id, account.timeZone)
      await recountSaleTotals(tx, [account])
    }
    const fields = changed.map(name => settings[name].field).join(' ')
    const detail = { fields, changes: settingChanges(before, account) }
    const changesWebhook = changed.includes('webhookUrl') || changed.includes('webhookHosts')
    const record = changesWebhook ? recordWebhookChange : recordAudit
    await record(tx, appliance, { account, by, kind: 'settings.changed', subject: account.id, detail })
    // Cached keys hold the account with its old settings.
    tx.afterCommit(() => appliance.keyHolders.deleteOf(account.id))
    return account
  })
}
