// A merchant's webhook receiver: checks the signature of each webhook, and answers as configured.

import { verifyWebhook } from '../../src/wire/signature.ts'
import type { NetAnswer, NetRequest } from '../../src/world.ts'
import { msOf, type Span, type Timeline } from './simulated-world.ts'

/**
 * The result of one try. `unreachable` receives nothing; `drops` receives all and cuts the line before it
 * answers.
 */
export type ReceiverBehavior =
  | {
      readonly kind: 'answers'
      readonly status: number
      readonly afterMs: number
      readonly headers?: Record<string, string>
    }
  | { readonly kind: 'unreachable' }
  /** The server has no way out. */
  | { readonly kind: 'offline' }
  | { readonly kind: 'drops' }

/** One webhook as it arrived. */
interface ReceivedWebhook {
  readonly at: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string // the exact text
  readonly event: WebhookEvent
  readonly signed: boolean // the signature and the freshness of its stamp were right
}

interface WebhookEvent {
  readonly id: string
  readonly type: string
  readonly data: Readonly<Record<string, unknown>> & { readonly reference: string }
}

export interface Merchant {
  readonly url: string
  readonly received: ReceivedWebhook[]
  /** Returns the types of the events it received, in order. */
  eventTypes(): string[]
  readonly triedAt: number[] // when it was tried, received or not
  /** Called at every try; the words below set it. */
  behavior: () => ReceiverBehavior
  up(): void
  down(): void
  slow(span: Span): void
  answers(status: number, headers?: Record<string, string>): void
  /** Lets nothing leave the server. */
  cutOff(): void
  drops(): void
  receive(call: NetRequest): Promise<NetAnswer>
}

const answers200 = { kind: 'answers', status: 200, afterMs: 0 } as const

/**
 * Returns a merchant's receiver of webhooks at a host. It answers 200 until a test chooses another answer.
 * @param keyOf the current signing key of a payment's account
 * @param serverNow the server's clock, by which it judges the age of a webhook: by the true time each webhook
 * would look old while the server's clock is wrong
 */
export function newMerchant(
  host: string,
  time: Timeline,
  keyOf: (reference: string) => string,
  serverNow: () => number = time.now,
): Merchant {
  const received: ReceivedWebhook[] = []
  const record = ({ headers, body }: NetRequest) => {
    const event: WebhookEvent = JSON.parse(body)
    const stamp = Number(headers['X-Webhook-Timestamp'])
    const signature = headers['X-Webhook-Signature'] ?? ''
    const signed = verifyWebhook(
      keyOf(event.data.reference),
      stamp,
      body,
      signature,
      Math.floor(serverNow() / 1_000),
    )
    received.push({ at: time.now(), headers, body, event, signed })
  }
  const wait = (ms: number) => new Promise<void>(resolve => time.after(ms, resolve))
  const merchant: Merchant = {
    url: `https://${host}/hook`,
    received,
    eventTypes: () => received.map(({ event }) => event.type),
    triedAt: [],
    behavior: () => answers200,
    up: () => set(answers200),
    down: () => set({ kind: 'unreachable' }),
    slow: span => set({ kind: 'answers', status: 200, afterMs: msOf(span) }),
    answers: (status, headers = {}) => set({ kind: 'answers', status, afterMs: 0, headers }),
    cutOff: () => set({ kind: 'offline' }),
    drops: () => set({ kind: 'drops' }),
    async receive(call) {
      merchant.triedAt.push(time.now())
      const behavior = merchant.behavior()
      if (behavior.kind === 'offline')
        return { kind: 'offline', error: 'Kaunta has no route to 41.59.0.10', tookMs: 0 }
      if (behavior.kind === 'unreachable')
        return { kind: 'unreachable', error: `${host} cannot be reached`, tookMs: 0 }
      record(call)
      if (behavior.kind === 'drops')
        return { kind: 'dropped', error: 'the receiver closed the connection', tookMs: 0 }
      const tookMs = Math.min(behavior.afterMs, call.timeoutMs)
      if (tookMs > 0) await wait(tookMs)
      if (behavior.afterMs >= call.timeoutMs)
        return { kind: 'timeout', error: 'the receiver did not answer in time', tookMs }
      return {
        kind: 'answered',
        status: behavior.status,
        headers: behavior.headers ?? {},
        body: 'ok',
        tookMs,
      }
    },
  }
  const set = (behavior: ReceiverBehavior) => {
    merchant.behavior = () => behavior
  }
  return merchant
}
