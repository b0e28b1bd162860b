// Failed logins in the audit log. They are counted in memory, because thousands of wrong passwords must not
// fill the log. A person, address and hour get at most two entries: the first failure, and the count of the
// others.

import { listMemberships } from '../store/account.ts'
import type { Appliance, FailedLogins } from './appliance.ts'
import { recordAudit } from './audit-log.ts'

/** The failures of one hour are counted together. */
const windowMs = 3_600_000
/** The wait before the write. An earlier write would reveal by its timing that this person exists. */
const firstWriteMs = 1_000
/** Failures from further addresses of a person are counted together. */
const addressesMax = 20
/** Failures of further people are not counted, so that the memory is bounded. */
const peopleMax = 1_000

/** Counts a failed login of a person from an address; the audit entry is written later. It never throws. */
export function noteFailedLogin(appliance: Appliance, staffId: string, fromAddress: string): void {
  const { failedLogins } = appliance
  const countedBefore = failedLogins.get(staffId)
  if (!countedBefore && failedLogins.size >= peopleMax) return
  const byAddress = countedBefore ?? new Map<string | null, FailedLogins>()
  failedLogins.set(staffId, byAddress)
  // Beyond the limit, all further addresses of the person are counted together under null.
  const hasOwnCount = byAddress.has(fromAddress) || byAddress.size < addressesMax
  const address = hasOwnCount ? fromAddress : null
  const failures = byAddress.get(address)
  if (failures) failures.count += 1
  else beginCounting(appliance, staffId, address)
}

/**
 * Begins to count failures from an address. The first is written to the audit log soon, the others together
 * when the hour is over.
 * @param address null for all addresses beyond the limit
 */
function beginCounting(appliance: Appliance, staffId: string, address: string | null): void {
  const { world, failedLogins } = appliance
  const endHour = () => {
    const byAddress = failedLogins.get(staffId)
    byAddress?.delete(address)
    if (byAddress?.size === 0) failedLogins.delete(staffId)
    void writeEntries(appliance, { staffId, address, failures })
  }
  const writeFirst = () => {
    failures.cancel = world.clock.after(windowMs - firstWriteMs, endHour)
    void writeEntries(appliance, { staffId, address, failures, count: 1 })
  }
  const failures: FailedLogins = { count: 1, cancel: world.clock.after(firstWriteMs, writeFirst) }
  failedLogins.get(staffId)?.set(address, failures)
}

/** Writes the failures that are counted and not written yet; called when the server stops. */
export async function storeFailedLogins(appliance: Appliance): Promise<void> {
  const { failedLogins } = appliance
  const unwritten = [...failedLogins].flatMap(([staffId, byAddress]) =>
    [...byAddress].map(([address, failures]) => ({ staffId, address, failures })),
  )
  failedLogins.clear()
  for (const { failures } of unwritten) failures.cancel()
  for (const entry of unwritten) await writeEntries(appliance, entry)
}

interface UnwrittenFailures {
  readonly staffId: string
  readonly address: string | null
  readonly failures: FailedLogins
  readonly count?: number // how many to write; all if undefined
}

/**
 * Adds an audit entry with the number of failures to each account of the person. It only logs errors, because
 * no caller could handle them.
 */
async function writeEntries(
  appliance: Appliance,
  { staffId, address, failures, count = failures.count }: UnwrittenFailures,
): Promise<void> {
  if (count === 0) return
  failures.count -= count
  try {
    await appliance.store.write(async tx => {
      for (const { account } of await listMemberships(tx, staffId))
        await recordAudit(tx, appliance, {
          account,
          by: { actor: { kind: 'server' }, address },
          kind: 'login.failed',
          subject: staffId,
          detail: { count },
        })
    })
  } catch (error) {
    appliance.world.log('warn', 'failed logins could not be written to the audit log', {
      error: String(error),
    })
  }
}
