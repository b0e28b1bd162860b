// Telling the merchant: the event, its delivery and the delivery's job are rows of the transaction that made it true.
import type { Appliance } from '../appliance.ts'
import type { Account } from '../domain/account.ts'
import type { EventType } from '../domain/event.ts'
import { namedId } from '../domain/id.ts'
import type { Payment } from '../domain/payment.ts'
import { insertDelivery, insertEvent } from '../store/event.ts'
import { putJob } from '../store/job.ts'
import type { Tx } from '../store/statement.ts'
import { paymentEventBody } from '../wire/webhook.ts'

/** Writes down an event of a payment and, where there is an address, its delivery. */
export async function announce(
  tx: Tx,
  appliance: Appliance,
  account: Account,
  payment: Payment,
  type: EventType,
  now: number,
): Promise<void> {
  const { ids } = appliance.world
  const id = namedId('evt', ids.uuid(now))
  await insertEvent(tx, {
    id,
    accountId: account.id,
    paymentId: payment.id,
    type,
    apiVersion: payment.apiVersion,
    body: paymentEventBody(id, type, payment, now),
    createdAt: now,
  })
  const url = payment.webhookUrl ?? account.webhookUrl
  if (!url) return
  const deliveryId = namedId('del', ids.uuid(now))
  const { host } = new URL(url)
  await insertDelivery(tx, {
    id: deliveryId,
    eventId: id,
    accountId: account.id,
    paymentId: payment.id,
    url,
    host,
    status: 'pending',
    tries: 0,
    nextAt: now,
    lastStatus: null,
    lastError: null,
    createdAt: now,
    endedAt: null,
  })
  await putJob(tx, 'delivery.send', deliveryId, now, host)
  tx.after(() => appliance.watch.due(now))
}
