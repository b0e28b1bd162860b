// Events for the merchant: the event, its delivery and the delivery's job are rows of the transaction that
// made the event true.

import type { Account } from '../domain/account.ts'
import type { ApiVersion } from '../domain/api-version.ts'
import { deliveryQueue } from '../domain/delivery.ts'
import type { EventType } from '../domain/event.ts'
import { idWithPrefix } from '../domain/id.ts'
import type { Tx } from '../store/engine/statement.ts'
import { insertDelivery, insertEvent } from '../store/event.ts'
import { putJob } from '../store/job.ts'
import type { EventHeader } from '../wire/webhook.ts'
import type { Appliance } from './appliance.ts'

/** The payment or payout of an event. */
interface Subject {
  readonly id: string
  readonly webhookUrl: string | null
  readonly apiVersion: ApiVersion
}

/**
 * Stores an event and, if its subject or the account has a webhook address, a delivery and the job that sends
 * it.
 * @param bodyOf renders the webhook body, which is stored as it will be sent
 */
export async function createEvent<Type extends EventType>(
  tx: Tx,
  appliance: Appliance,
  account: Account,
  subject: Subject,
  { type, now }: { readonly type: Type; readonly now: number },
  bodyOf: (header: EventHeader<Type>) => string,
): Promise<void> {
  const { ids } = appliance.world
  const id = idWithPrefix('evt', ids.uuid(now))
  await insertEvent(tx, {
    id,
    accountId: account.id,
    subject: subject.id,
    type,
    apiVersion: subject.apiVersion,
    body: bodyOf({ id, type, now }),
    createdAt: now,
  })
  appliance.notifier.publishEvents(tx, account.id)
  const url = subject.webhookUrl ?? account.webhookUrl
  if (!url) return
  const deliveryId = idWithPrefix('del', ids.uuid(now))
  const { host } = new URL(url)
  await insertDelivery(tx, {
    id: deliveryId,
    eventId: id,
    type,
    accountId: account.id,
    subject: subject.id,
    url,
    host,
    status: 'pending',
    tries: 0,
    stalls: 0,
    nextAt: now,
    lastStatus: null,
    lastError: null,
    createdAt: now,
    endedAt: null,
  })
  await putJob(tx, 'delivery.send', deliveryId, now, deliveryQueue({ accountId: account.id, host }))
  appliance.notifier.publishJob(tx, now)
}
