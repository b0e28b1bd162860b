// What a new shop has still to do before it sells for real, shown on Home in its first days.

import type { Account } from '../domain/account.ts'
import type { FirstStep } from '../domain/first-step.ts'
import { findAccount } from '../store/account.ts'
import { listNetworks } from '../store/network.ts'
import { countPayments } from '../store/payment-list.ts'
import { listPinHolders } from '../store/pin.ts'
import { listTills } from '../store/till.ts'
import type { Appliance } from './appliance.ts'
import { backupState } from './backup.ts'

/** The first days of an account, milliseconds. */
const firstDaysMs = 30 * 86_400_000

/**
 * The steps, each done on the account or its twin; none once all are done, and after the first days.
 * @param seesBackups whether the back-ups of the server are theirs to take
 */
export async function firstStepsOf(
  appliance: Appliance,
  account: Account,
  seesBackups: boolean,
): Promise<FirstStep[]> {
  const { read } = appliance.store
  if (appliance.world.clock.now() - account.createdAt > firstDaysMs) return []
  const twin = account.twinId === null ? undefined : await findAccount(read, account.twinId)
  const both = [account, ...(twin ? [twin] : [])]
  const live = both.find(({ mode }) => mode === 'live')
  const isDoneIn = async (isDone: (accountId: string) => Promise<boolean>) => {
    for (const { id } of both) if (await isDone(id)) return true
    return false
  }
  const backups = seesBackups ? await backupState(appliance) : undefined
  const networks = await listNetworks(read)
  const steps: FirstStep[] = [
    {
      step: 'sale',
      done: await isDoneIn(
        async accountId => (await countPayments(read, { accountId, status: 'completed' })) > 0,
      ),
    },
    {
      step: 'till',
      done: await isDoneIn(async id =>
        (await listTills(read, id)).some(({ revokedAt }) => revokedAt === null),
      ),
    },
    { step: 'pin', done: await isDoneIn(async id => (await listPinHolders(read, id)).length > 0) },
    ...(backups ? [{ step: 'backup', done: backups.last !== undefined } as const] : []),
    ...(live
      ? [
          {
            step: 'network',
            done: networks.some(({ row }) => row.accountId === live.id && row.connected && row.enabled),
          } as const,
        ]
      : []),
  ]
  return steps.every(({ done }) => done) ? [] : steps
}
