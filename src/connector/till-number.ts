// The connection of a shop's own till number: there is no network to call. It shows the number and the code;
// the SMS that the shopkeeper's phone forwards report the money (flow/sms.ts).
import { type TillNumber, tillNumberConnector, tillNumberQr } from '../domain/till-number.ts'
import type { CollectAnswer, CollectResult, Facts, LocalConnection } from './connector.ts'

const facts: Facts = {
  methods: ['qr'],
  payouts: [],
  times: { callMs: 0, promptMs: 0, arrivesMs: 0, watchMs: 0 },
  checks: { firstMs: 60_000, mostMs: 300_000, deadlineMs: 86_400_000 },
  rate: { perMinute: Number.POSITIVE_INFINITY, atOnce: Number.POSITIVE_INFINITY },
}

/** The answer to every payout, because a till number cannot pay out. */
const noPayouts = { kind: 'failed', reason: 'not_supported' } as const

/** Finds when the order with a reference expires (ms since 1970); undefined for an unknown order. */
export type OrderEnds = (reference: string) => Promise<{ readonly expiresAt: number } | undefined>

/** Returns the connection of a till number. An order is pending until an SMS completes it, or it expires. */
export const tillNumberConnection = (
  tillNumber: TillNumber,
  { findOrder, now }: { readonly findOrder: OrderEnds; now(): number },
): LocalConnection => ({
  id: tillNumber.connection,
  connector: tillNumberConnector,
  reach: 'local',
  facts,
  tillNumber,
  async collect(_, order): Promise<CollectResult> {
    const qr = tillNumberQr(tillNumber, order.amount)
    return {
      kind: 'pending',
      tillNumber: tillNumber.number,
      nextCheckAt: order.expiresAt,
      ...(qr === null ? {} : { qr }),
    }
  },
  async check(reference): Promise<CollectAnswer> {
    const order = await findOrder(reference)
    if (!order || now() >= order.expiresAt) return { kind: 'failed', reason: 'expired' }
    return { kind: 'pending', nextCheckAt: order.expiresAt }
  },
  payOut: async () => noPayouts,
  checkPayout: async () => noPayouts,
})
