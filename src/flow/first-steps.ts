// The open steps of a new shop before it sells for real, shown on Home in its first days.

import type { Account } from '../domain/account.ts'
import type { FirstStep } from '../domain/first-step.ts'
import { catalogOf } from '../domain/product.ts'
import { findAccount } from '../store/account.ts'
import { hasTakenCash } from '../store/cash.ts'
import type { Read } from '../store/engine/statement.ts'
import { listNetworks } from '../store/network.ts'
import { countPayments } from '../store/payment-list.ts'
import { listPinHolders } from '../store/pin.ts'
import { countProducts } from '../store/product.ts'
import { listTills } from '../store/till.ts'
import type { Appliance } from './appliance.ts'
import { backupState } from './backup.ts'

/** The first days of an account, milliseconds. */
const firstDaysMs = 30 * 86_400_000

/**
 * Returns the steps of a new shop, each with whether it is done; an empty list once all are done, or after
 * the first days. In the live account, only steps done there count, because a practice till takes no real
 * money. In the practice account, steps done in the live account count too.
 * @param seesBackups whether this account manages the server's backups
 */
export async function firstStepsOf(
  appliance: Appliance,
  account: Account,
  seesBackups: boolean,
): Promise<FirstStep[]> {
  const { read } = appliance.store
  if (appliance.world.clock.now() - account.createdAt > firstDaysMs) return []
  const twin = account.twinId === null ? undefined : await findAccount(read, account.twinId)
  const isLive = account.mode === 'live'
  const bothAccounts = twin ? [account, twin] : [account]
  const liveAccount = bothAccounts.find(({ mode }) => mode === 'live')
  const countedAccounts = isLive ? [account] : bothAccounts
  const isDone = async (isDoneIn: (accountId: string) => Promise<boolean>) => {
    for (const { id } of countedAccounts) if (await isDoneIn(id)) return true
    return false
  }
  const backups = seesBackups ? await backupState(appliance) : undefined
  const networks = await listNetworks(read)
  const stepsDone: Record<Exclude<FirstStep['step'], 'backup' | 'network'>, boolean> = {
    sale: await isDone(id => hasSold(read, id)),
    // Both accounts share one price list.
    products: (await countProducts(read, { catalogId: catalogOf(account) })) > 0,
    till: await isDone(async id => (await listTills(read, id)).some(({ revokedAt }) => revokedAt === null)),
    pin: await isDone(async id => (await listPinHolders(read, id)).length > 0),
  }
  const hasNetwork = networks.some(
    ({ row }) => row.accountId === liveAccount?.id && row.connected && row.enabled,
  )
  const steps: FirstStep[] = []
  if (!isLive) steps.push({ step: 'sale', done: stepsDone.sale })
  for (const step of ['products', 'till', 'pin'] as const) steps.push({ step, done: stepsDone[step] })
  if (backups) steps.push({ step: 'backup', done: backups.last !== undefined })
  if (liveAccount) steps.push({ step: 'network', done: hasNetwork })
  if (isLive) steps.push({ step: 'sale', done: stepsDone.sale })
  return steps.every(({ done }) => done) ? [] : steps
}

/** Returns whether the account was paid, over a network or in cash. */
const hasSold = async (read: Read, accountId: string): Promise<boolean> =>
  (await countPayments(read, { accountId, status: 'completed' })) > 0 || (await hasTakenCash(read, accountId))
