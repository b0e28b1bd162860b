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

/** Counts a failed login of a person. Never throws; callers do not wait for it. */
export function noteFailedLogin(appliance: Appliance, staffId: string, fromAddress: string): void {
  const { failedLogins } = appliance
  const counted = failedLogins.get(staffId)
  if (!counted && failedLogins.size >= peopleMax) return
  const ofPerson = counted ?? new Map<string | null, FailedLogins>()
  failedLogins.set(staffId, ofPerson)
  const address = ofPerson.has(fromAddress) || ofPerson.size < addressesMax ? fromAddress : null
  const failures = ofPerson.get(address)
  if (failures) failures.count += 1
  else beginCounting(appliance, staffId, address)
}

/** Begins to count failures from an address: the first is written soon, the others when the hour is over. */
function beginCounting(appliance: Appliance, staffId: string, address: string | null): void {
  const { world, failedLogins } = appliance
  const endHour = () => {
    const ofPerson = failedLogins.get(staffId)
    ofPerson?.delete(address)
    if (ofPerson?.size === 0) failedLogins.delete(staffId)
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
  const unwritten = [...failedLogins].flatMap(([staffId, ofPerson]) =>
    [...ofPerson].map(([address, failures]) => ({ staffId, address, failures })),
  )
  failedLogins.clear()
  for (const { failures } of unwritten) failures.cancel()
  for (const entry of unwritten) await writeEntries(appliance, entry)
}

/** Adds an entry to each account of the person. It only logs an error, because no caller could handle it. */
async function writeEntries(
  appliance: Appliance,
  {
    staffId,
    address,
    failures,
    count = failures.count,
  }: { staffId: string; address: string | null; failures: FailedLogins; count?: number },
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
