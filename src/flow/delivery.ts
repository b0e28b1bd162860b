// Sending a webhook: mark the try, call outside any transaction, record what the receiver said.
import type { Appliance } from '../appliance.ts'
import { mayReach } from '../domain/address.ts'
import { beginTry, type DispatchResult, nextDelivery } from '../domain/delivery.ts'
import { assert } from '../domain/fault.ts'
import { findAccount } from '../store/account.ts'
import { findDelivery, findEarlierDelivery, findEvent, insertDispatch, updateDelivery } from '../store/event.ts'
import { signWebhook } from '../wire/signature.ts'
import type { NetAnswer } from '../world.ts'

/** The receiver must answer within 30 seconds (specification, Delivery and retry). */
const timeoutMs = 30_000
const bodyKeptMax = 4_096
/** How long a delivery waits for an earlier one of its payment before it looks again. */
const behindMs = 5_000

const resultOf = (answer: NetAnswer): DispatchResult =>
  answer.kind === 'answered'
    ? { status: answer.status, error: isOk(answer.status) ? null : `the receiver answered ${answer.status}` }
    : { status: null, error: answer.error }

const isOk = (status: number) => status >= 200 && status < 300

/**
 * Tries a delivery once.
 * @returns when it is due again, or undefined when it has ended
 */
export async function sendDelivery(appliance: Appliance, deliveryId: string): Promise<number | undefined> {
  const { store, world, own } = appliance
  const delivery = await findDelivery(store.read, deliveryId)
  if (!delivery || delivery.status === 'success' || delivery.status === 'abandoned') return undefined
  const started = world.clock.now()
  // A crash after the last try was recorded but before its job was booked: its wait is not over yet.
  if (delivery.nextAt !== null && delivery.nextAt > started) return delivery.nextAt
  const earlier = await findEarlierDelivery(store.read, delivery)
  if (earlier) return Math.max(earlier.nextAt ?? 0, started + behindMs)
  const event = await findEvent(store.read, delivery.eventId)
  const account = await findAccount(store.read, delivery.accountId)
  assert(event && account, 'a delivery has its event and account')

  const begun = beginTry(delivery)
  if (begun !== delivery) await store.write(tx => updateDelivery(tx, begun))
  const timestamp = Math.floor(started / 1_000)
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': 'Kaunta-Webhook/1.0',
    'X-Webhook-Event': event.type,
    'X-Webhook-Timestamp': String(timestamp),
    'X-Webhook-Signature': signWebhook(appliance.seal.open(account.signingKey), timestamp, event.body),
  }
  const answer = await world.net.post({
    url: delivery.url,
    headers,
    body: event.body,
    timeoutMs,
    mayReach: (address, port) =>
      mayReach(address, port, {
        mode: account.mode,
        allowed: account.webhookHosts,
        ownAddresses: own.addresses,
        ownPort: own.port,
        host: new URL(delivery.url).hostname,
      }),
  })

  return store.write(async tx => {
    const current = await findDelivery(tx, deliveryId)
    assert(current, 'a delivery is never deleted')
    const now = world.clock.now()
    const next = nextDelivery(current, resultOf(answer), now)
    await updateDelivery(tx, next)
    await insertDispatch(tx, {
      id: world.ids.uuid(now),
      deliveryId,
      number: next.tries,
      sentAt: started,
      tookMs: Math.round(answer.tookMs),
      requestHeaders: headers,
      status: next.lastStatus,
      responseHeaders: answer.kind === 'answered' ? answer.headers : {},
      responseBody: answer.kind === 'answered' ? answer.body.slice(0, bodyKeptMax) : '',
      error: next.lastError,
    })
    return next.nextAt ?? undefined
  })
}
