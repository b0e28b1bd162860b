// The items of Home that need attention, each with the page on which it is solved.
import type { IconName } from '../parts/icon.tsx'
import type { Overview } from './home.model.ts'

const hourMs = 3_600_000

/** Bytes: the owner is warned when the disk has less free space. */
const diskFreeMin = 500_000_000

/** A line of the list of what needs attention. Items with a count of 0 are not shown. */
export interface AttentionItem {
  readonly name:
    | 'unknown'
    | 'unknown_payouts'
    | 'unknown_refunds'
    | 'unmatched'
    | 'differences'
    | 'abandoned'
    | 'paused'
    | 'payouts'
    | 'refunds'
    | 'parked'
    | 'phone'
    | 'ledger'
    | 'records'
    | 'clock'
    | 'disk'
    | 'backup_failed'
    | 'backup_old'
    | 'backup_none'
    | 'drill_late'
    | 'backup_log'
  readonly icon: IconName
  readonly urgent: boolean
  readonly count: number
  /** Shillings; megabytes free for `disk`, hours since the last one for back-ups; 0 if unused. */
  readonly amount: number
  /** The day that its page opens at. */
  readonly day?: string | undefined
  /** The page on which it is solved; undefined when the console has none. */
  readonly to:
    | '/payments'
    | '/payments/refunds'
    | '/payouts'
    | '/unmatched'
    | '/reconciliation'
    | '/webhooks'
    | '/networks'
    | '/settings/server'
    | undefined
}

/**
 * Returns at most one warning about the back-up, the gravest first: the last one failed or is late, the
 * back-up log lags behind, or a restore drill is due.
 * @param backup null if the server stores nothing on disk: then there is nothing to back up
 */
function backupItems(backup: Overview['server']['backup'], now: string): AttentionItem[] {
  if (!backup) return []
  if (backup.failure || backup.late) return [backupProblemItem(backup, now)]
  if (backup.log?.behind)
    return [{ name: 'backup_log', icon: 'warn', urgent: true, count: 1, amount: 0, to: '/settings/server' }]
  if (backup.drill_late)
    return [{ name: 'drill_late', icon: 'save', urgent: false, count: 1, amount: 0, to: '/settings/server' }]
  return []
}

type BackupState = NonNullable<Overview['server']['backup']>
/**
 * Returns the warning that the last back-up failed, is too old, or was never made. Its amount is the age of
 * the last good back-up in whole hours; 0 if there is none.
 */
function backupProblemItem({ failure, taken_at }: BackupState, now: string): AttentionItem {
  const ageHours = taken_at ? Math.floor((Date.parse(now) - Date.parse(taken_at)) / hourMs) : 0
  const lateName = taken_at ? 'backup_old' : 'backup_none'
  const name = failure ? 'backup_failed' : lateName
  return { name, icon: 'warn', urgent: true, count: 1, amount: ageHours, to: '/settings/server' }
}

/**
 * Returns the items that need attention, urgent ones first.
 * @param maySettle whether the person may settle unmatched money. Other people may not open the pages where
 *   items about money are solved, so these items lead them to a plain list, or nowhere.
 */
export function attentionOf({ attention, server, now }: Overview, maySettle: boolean): AttentionItem[] {
  const items = [...serverItems(server, now), ...accountItems(attention, maySettle)]
  return items.filter(({ count }) => count > 0).sort((a, b) => Number(b.urgent) - Number(a.urgent))
}

/** Items about money, but not payments with an unknown outcome. The summary of a day shows them as well. */
const moneyNames = [
  'unknown_payouts',
  'unknown_refunds',
  'unmatched',
  'differences',
  'payouts',
  'refunds',
] as const
/** An item about money. */
export interface MoneyAttention extends AttentionItem {
  readonly name: (typeof moneyNames)[number]
}
const isAboutMoney = (item: AttentionItem): item is MoneyAttention =>
  moneyNames.some(name => name === item.name)

/** Returns the items with one of the `moneyNames`. `maySettle` is used as in `attentionOf`. */
export const waitingMoneyOf = (overview: Overview, maySettle: boolean): MoneyAttention[] =>
  attentionOf(overview, maySettle).filter(isAboutMoney)

/** Returns the warnings about the server. The caller removes those with a count of 0. */
function serverItems(server: Overview['server'], now: string): AttentionItem[] {
  return [
    ...backupItems(server.backup, now),
    {
      name: 'ledger',
      icon: 'warn',
      urgent: true,
      count: server.ledger === 'wrong' ? 1 : 0,
      amount: 0,
      to: '/settings/server',
    },
    {
      name: 'records',
      icon: 'warn',
      urgent: true,
      count: server.records === 'changed' ? 1 : 0,
      amount: 0,
      to: '/settings/server',
    },
    {
      name: 'disk',
      icon: 'warn',
      urgent: true,
      count: server.disk_free !== null && server.disk_free < diskFreeMin ? 1 : 0,
      amount: Math.floor((server.disk_free ?? 0) / 1_000_000),
      to: '/settings/server',
    },
    {
      name: 'clock',
      icon: 'clock',
      urgent: true,
      count: server.clock === 'unreliable' ? 1 : 0,
      amount: 0,
      to: '/settings/server',
    },
  ]
}

/**
 * Returns the items of the account: money, webhooks, approvals, the SMS phone and parked jobs. The caller
 * removes those with a count of 0.
 * @param maySettle whether the person may settle unmatched money
 */
function accountItems(attention: Overview['attention'], maySettle: boolean): AttentionItem[] {
  return [
    ...moneyItems(attention, maySettle),
    {
      name: 'abandoned',
      icon: 'hook',
      urgent: false,
      count: attention.abandoned_deliveries,
      amount: 0,
      to: '/webhooks',
    },
    {
      name: 'paused',
      icon: 'hook',
      urgent: false,
      count: attention.paused_addresses,
      amount: 0,
      to: '/webhooks',
    },
    {
      name: 'payouts',
      icon: 'send',
      urgent: false,
      count: attention.waiting_payouts,
      amount: 0,
      to: '/payouts',
    },
    {
      name: 'refunds',
      icon: 'again',
      urgent: false,
      count: attention.waiting_refunds,
      amount: 0,
      to: '/payouts',
    },
    {
      name: 'phone',
      icon: 'phone',
      urgent: true,
      count: attention.silent_phones,
      amount: 0,
      to: '/networks',
    },
    { name: 'parked', icon: 'warn', urgent: true, count: attention.parked_jobs, amount: 0, to: undefined },
  ]
}

/**
 * Returns the items about money: unknown outcomes, unmatched money, and differences from the statements of
 * networks. The caller removes those with a count of 0.
 * @param maySettle whether the person may settle unmatched money. Other people may open neither `/unmatched`
 *   nor `/reconciliation`.
 */
function moneyItems(attention: Overview['attention'], maySettle: boolean): AttentionItem[] {
  return [
    {
      name: 'unknown',
      icon: 'question',
      urgent: false,
      count: attention.unknown_payments,
      amount: 0,
      to: maySettle ? '/unmatched' : '/payments',
    },
    {
      name: 'unknown_payouts',
      icon: 'question',
      urgent: false,
      count: attention.unknown_payouts,
      amount: 0,
      to: maySettle ? '/unmatched' : '/payouts',
    },
    {
      name: 'unknown_refunds',
      icon: 'question',
      urgent: false,
      count: attention.unknown_refunds,
      amount: 0,
      to: maySettle ? '/unmatched' : '/payments/refunds',
    },
    {
      name: 'unmatched',
      icon: 'inbox',
      urgent: false,
      count: attention.unmatched.count,
      amount: attention.unmatched.amount,
      to: maySettle ? '/unmatched' : undefined,
    },
    {
      name: 'differences',
      icon: 'warn',
      urgent: false,
      count: attention.differences.count,
      amount: 0,
      to: maySettle ? '/reconciliation' : undefined,
      day: attention.differences.date ?? undefined,
    },
  ]
}
