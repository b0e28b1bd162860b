// One signed HTTP try of a webhook: headers stamped and signed with the time of this try, the address
// resolved, approved and pinned. It records nothing. First tries, resends, test events and `kaunta listen`
// send identical requests.

import type { Account } from '../domain/account.ts'
import { mayReach } from '../domain/address.ts'
import { type DispatchResult, isDelivered } from '../domain/delivery.ts'
import type { Event } from '../domain/event.ts'
import { signHeaders } from '../wire/signature.ts'
import type { NetAnswer } from '../world.ts'
import type { Appliance } from './appliance.ts'

/** The receiver must answer within 30 seconds (specification, Delivery and retry). */
const timeoutMs = 30_000

/** How much of a response is stored and shown, in characters. */
export const responseBodyMax = 4_096

/** An event, or an example of one. */
export type WebhookMessage = Pick<Event, 'id' | 'type' | 'body'>

/** Returns the headers of a try at `now`, signed with every key that is valid then. */
export function webhookHeaders(
  { seal }: Appliance,
  account: Account,
  message: WebhookMessage,
  now: number,
): Record<string, string> {
  const { signingKey, previousSigningKey, previousUntil } = account
  const isOverlapping = previousSigningKey !== null && previousUntil !== null && now < previousUntil
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'Kaunta-Webhook/1.0',
    'X-Webhook-Event': message.type,
    ...signHeaders({
      key: seal.open(signingKey),
      previousKey: isOverlapping ? seal.open(previousSigningKey) : undefined,
      id: message.id,
      timestampSeconds: Math.floor(now / 1_000),
      body: message.body,
    }),
  }
}

/** A try that was made: when, with which headers, and what the receiver answered. */
export interface SentDispatch {
  readonly sentAt: number
  readonly headers: Record<string, string>
  readonly answer: NetAnswer
}

/** Sends a message to an address once. If the account's webhooks may not reach it, the answer is an error. */
export async function sendWebhook(
  appliance: Appliance,
  account: Account,
  message: WebhookMessage,
  url: string,
): Promise<SentDispatch> {
  const { own, world } = appliance
  const sentAt = world.clock.now()
  const headers = webhookHeaders(appliance, account, message, sentAt)
  const policy = {
    mode: account.mode,
    allowed: account.webhookHosts,
    // Read for each check, because the addresses of this server can change.
    get ownAddresses() {
      return own.addresses
    },
    ownPorts: own.ports,
    host: new URL(url).hostname,
  }
  const answer = await world.net.request({
    method: 'POST',
    url,
    headers,
    body: message.body,
    isRepeatable: true,
    isBeginningEnough: true,
    timeoutMs,
    mayReach: (address, port) => mayReach(address, port, policy),
  })
  return { sentAt, headers, answer }
}

/**
 * Returns what an answer means for the delivery. A failure counts as ours (`isOurs`) while this server is
 * offline or its clock is unreliable, because receivers must reject a wrong timestamp.
 */
export function dispatchResultOf({ world }: Appliance, answer: NetAnswer): DispatchResult {
  const isUnreliable = world.clock.isUnreliable()
  const clockRemark = isUnreliable ? ', while the clock of this server is unreliable' : ''
  if (answer.kind !== 'answered')
    return {
      status: null,
      error: `${answer.error}${clockRemark}`,
      isOurs: isUnreliable || answer.kind === 'offline',
    }
  const { status, headers } = answer
  if (isDelivered(status)) return { status, error: null }
  return {
    status,
    error: `the receiver answered ${status}${clockRemark}`,
    isOurs: isUnreliable,
    retryAfter: headers['retry-after'],
  }
}
