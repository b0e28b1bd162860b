// Every connector to a network, with the fake of its network. A till number is not among them, because it has
// no network to call; test/endpoint/sms-network.test.ts tests it.
import { openRelay, relayKey } from '../kit/relay.ts'
import { openSelcom, selcomCredentials } from '../kit/selcom.ts'
import type { Connector, Order } from './bench.ts'

const selcom: Connector = {
  name: 'selcom',
  pushPath: '/wallet-payment',
  pushAgainPath: '/wallet-payment',
  repeatsOrders: false,
  minds: { clock: true },
  async open(now) {
    const { url, fake, close } = await openSelcom({ now, after: () => {}, callBack: async () => {} })
    const settings: { revoked?: boolean; skew_ms?: number; off?: string[] } = {}
    const answers = { paid: 'COMPLETED', declined: 'USERCANCELLED', later: 'INPROGRESS', unclear: '999' }
    return {
      origin: new URL(url).origin,
      connect: origin => ({
        addresses: { selcom: `${origin}/v1` },
        credentials: { ...selcomCredentials, refunds: 'true' },
      }),
      close,
      side: {
        decide: ({ networkReference }, decision) =>
          fake.steer(networkReference, { answer: answers[decision] }),
        paysAfterAll: ({ networkReference }) =>
          fake.steer(networkReference, { answer: answers.paid, again: true }),
        paysFromAirtel: ({ networkReference }) =>
          fake.steer(networkReference, { answer: 'COMPLETED', wallet: 'AIRTELMONEY' }),
        decideNextPayout: decision => fake.steer('next', { answer: answers[decision] }),
        decidePayout: ({ networkReference }, decision) =>
          fake.steer(networkReference, { answer: answers[decision] }),
        prompts: ({ networkReference }) => fake.orders.get(networkReference)?.pushes.length ?? 0,
        paidOut: ({ networkReference }) => (fake.payouts.get(networkReference)?.code === '000' ? 1 : 0),
        refunded: ({ networkReference }) =>
          [...fake.refunds.values()]
            .filter(({ order }) => order === networkReference)
            .reduce((sum, { amount }) => sum + amount, 0),
        allowRefunds(isAllowed) {
          settings.off = isAllowed ? [] : ['refund']
          fake.set(settings)
        },
        canBePaid: ({ networkReference }) =>
          ['PENDING', 'INPROGRESS'].includes(fake.orders.get(networkReference)?.payment_status ?? ''),
        callback: ({ networkReference }) => ({
          order_id: networkReference,
          payment_status: 'COMPLETED',
          resultcode: '000',
        }),
        revoke(isRevoked) {
          settings.revoked = isRevoked
          fake.set(settings)
        },
        allowSkew(ms) {
          if (ms === undefined) delete settings.skew_ms
          else settings.skew_ms = ms
          fake.set(settings)
        },
      },
    }
  },
}

const relay: Connector = {
  name: 'relay',
  pushPath: '/payments',
  pushAgainPath: '/push',
  repeatsOrders: true,
  minds: { clock: false },
  async open(now) {
    const { origin, fake, close } = await openRelay({ now, after: () => {}, callBack: async () => {} })
    const answers = { paid: 'completed', declined: 'failed', later: 'pending', unclear: 'unknown' }
    const madeBy = <T extends { readonly view: { readonly metadata: object } }>(
      all: ReadonlyMap<string, T>,
      { networkReference }: Order,
    ) => [...all.values()].filter(({ view }) => Object.values(view.metadata).includes(networkReference))
    return {
      origin,
      connect: url => ({ credentials: { url, api_key: relayKey } }),
      close,
      side: {
        decide: ({ networkReference }, decision) =>
          fake.steer(networkReference, { answer: answers[decision] }),
        paysAfterAll: ({ networkReference }) =>
          fake.steer(networkReference, { answer: answers.paid, again: true }),
        paysFromAirtel: ({ networkReference }) =>
          fake.steer(networkReference, { answer: 'completed', wallet: 'airtel' }),
        decideNextPayout: decision => fake.steer('next', { answer: answers[decision] }),
        decidePayout: ({ networkReference }, decision) =>
          fake.steer(networkReference, { answer: answers[decision] }),
        prompts: order => madeBy(fake.payments, order).flatMap(({ pushes }) => pushes).length,
        paidOut: order =>
          madeBy(fake.payouts, order).filter(({ view }) => view.status === 'completed').length,
        canBePaid: order => madeBy(fake.payments, order).some(({ view }) => view.status === 'pending'),
        callback: ({ networkReference }) => ({
          id: 'evt_1',
          type: 'payment.completed',
          data: {
            reference: fake.referenceOf(networkReference),
            status: 'completed',
            metadata: { kaunta_reference: networkReference },
          },
        }),
        revoke: revoked => fake.set({ revoked }),
      },
    }
  },
}

export const connectors: readonly (readonly [string, Connector])[] = [selcom, relay].map(
  connector => [connector.name, connector] as const,
)
