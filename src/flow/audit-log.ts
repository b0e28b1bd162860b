// Noting an act, in the transaction that does the thing: both are kept, or neither.
import type { Appliance } from '../appliance.ts'
import type { Account } from '../domain/account.ts'
import type { ActDetail, ActKind, Actor } from '../domain/audit-log.ts'
import { namedId } from '../domain/id.ts'
import { insertAct } from '../store/audit-log.ts'
import type { Tx } from '../store/statement.ts'

interface Doing {
  readonly account: Pick<Account, 'id'>
  readonly by: Actor
  readonly kind: ActKind
  /** The id of what it is done to. */
  readonly subject?: string
  readonly detail?: ActDetail
}

/** Writes down who does this now. */
export async function note(tx: Tx, appliance: Appliance, { account, by, kind, subject, detail }: Doing): Promise<void> {
  const { clock, ids } = appliance.world
  const now = clock.now()
  await insertAct(tx, {
    id: namedId('act', ids.uuid(now)),
    accountId: account.id,
    actor: by.name,
    kind,
    subject: subject ?? null,
    detail: detail ?? {},
    address: by.address,
    createdAt: now,
  })
}

/** Notes what changes nothing else: a secret read, a token given. */
export const noteAlone = (appliance: Appliance, doing: Doing): Promise<void> =>
  appliance.store.write(tx => note(tx, appliance, doing))
