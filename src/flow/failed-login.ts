// Failed logins in the audit log. They are counted in memory, because thousands of wrong passwords must not
// fill the log. A person, address and hour get at most two entries: the first failure, and the count of the
// others.

import { listMemberships } from '../store/account.ts'
import type { Appliance, FailedLogins } from './appliance.ts'
import { recordAudit } from './audit-log.ts'

const windowMs = 3_600_000
/** The wait before the write. An earlier write would reveal by its timing that this person exists. */
const firstMs = 1_000
const addressesMax = 20
const peopleMax = 1_000

/** Counts a failed login of a person. Never throws; callers do not wait for it. */
export function noteFailedLogin(appliance: Appliance, staffId: string, from: string): void {
  const { failedLogins } = appliance
  const failures = failedLogins.get(staffId)
  if (!failures && failedLogins.size >= peopleMax) return
  const ofPerson = failures ?? new Map<string | null, FailedLogins>()
  failedLogins.set(staffId, ofPerson)
  const address = ofPerson.has(from) || ofPerson.size < addressesMax ? from : null
  const counted = ofPerson.get(address)
  if (counted) counted.count += 1
  else beginCounting(appliance, staffId, address)
}

/** Writes the first failure soon, and the others when the hour is over. */
function beginCounting(appliance: Appliance, staffId: string, address: string | null): void {
  const { world, failedLogins } = appliance
  const end = () => {
    const ofPerson = failedLogins.get(staffId)
    ofPerson?.delete(address)
    if (ofPerson?.size === 0) failedLogins.delete(staffId)
    void writeEntries(appliance, { staffId, address, counted })
  }
  const writeFirst = () => {
    counted.cancel = world.clock.after(windowMs - firstMs, end)
    void writeEntries(appliance, { staffId, address, counted, count: 1 })
  }
  const counted: FailedLogins = { count: 1, cancel: world.clock.after(firstMs, writeFirst) }
  failedLogins.get(staffId)?.set(address, counted)
}

/** Writes all counted failures when the server stops. */
export async function storeFailedLogins(appliance: Appliance): Promise<void> {
  const { failedLogins } = appliance
  const all = [...failedLogins].flatMap(([staffId, ofPerson]) =>
    [...ofPerson].map(([address, counted]) => ({ staffId, address, counted })),
  )
  failedLogins.clear()
  for (const { counted } of all) counted.cancel()
  for (const one of all) await writeEntries(appliance, one)
}

/** Adds an entry to each account of the person. It only logs an error, because no caller could handle it. */
async function writeEntries(
  appliance: Appliance,
  {
    staffId,
    address,
    counted,
    count = counted.count,
  }: { staffId: string; address: string | null; counted: FailedLogins; count?: number },
): Promise<void> {
  if (count === 0) return
  counted.count -= count
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
