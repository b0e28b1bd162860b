// Market days from seeds: whatever goes wrong, the books are right after every step. A seed that fails prints itself;
// `SEED=17 SEEDS=1 bun test test/market-day.test.ts` runs it again, `SEEDS=5000` runs more.
import { describe, expect, test } from 'bun:test'
import type { NetworkConnector, Order } from '../src/connector/connector.ts'
import type { Read, Tx } from '../src/store/statement.ts'
import { marketDay, type Plant } from './market-day.ts'

const first = Number(Bun.env.SEED ?? 1)
const count = Number(Bun.env.SEEDS ?? 300)
const seeds = Array.from({ length: count }, (_, index) => first + index)

test(
  `${count} market days, from seed ${first}`,
  async () => {
    const seen = new Map<string, number>()
    for (const seed of seeds) {
      const day = await marketDay(seed)
      expect({ seed, complaints: day.complaints }).toEqual({ seed, complaints: [] })
      for (const [what, times] of Object.entries(day.seen)) seen.set(what, (seen.get(what) ?? 0) + times)
    }
    // Every kind of trouble did happen, or the days prove nothing.
    if (count >= 100) expect([...seen].filter(([, times]) => times === 0)).toEqual([])
  },
  { timeout: Math.max(60_000, count * 500) },
)

test('the same seed is the same day, byte for byte; another seed is another day', async () => {
  const [day, again, other] = [await marketDay(42), await marketDay(42), await marketDay(43)]
  expect(again).toEqual(day)
  expect(other.digest).not.toBe(day.digest)
})

type Rows = Read['rows']

/** A store whose transactions meddle with their statements. */
const meddling = (meddle: (rows: Rows) => Rows): Plant => ({
  store: store => ({ ...store, write: body => store.write(tx => body({ ...tx, rows: meddle(tx.rows) })) }),
})

/** The scripted network's connector with something wrong about it. */
const connecting = (change: (network: NetworkConnector) => Partial<NetworkConnector>): Plant => ({
  connectors: connectors =>
    connectors.map(connector => (connector.reach === 'network' ? { ...connector, ...change(connector) } : connector)),
})

const isOutbox = (text: string, values: readonly unknown[]) =>
  /^insert into "(event|delivery)"/.test(text) || (text.startsWith('insert into "job"') && values.includes('delivery.send'))

/** Each is a mistake that somebody could make one day; each must be caught. */
const bugs: Record<string, () => Plant> = {
  'a time-out is taken for a no': () =>
    connecting(({ collect, check }) => {
      const sure = <Answer extends { kind: string }>(answer: Answer) =>
        answer.kind === 'unknown' ? ({ kind: 'failed', reason: 'timeout' } as const) : answer
      return { collect: async order => sure(await collect(order)), check: async reference => sure(await check(reference)) }
    }),

  'what is not known is sent again': () =>
    connecting(({ collect, check }) => {
      const orders = new Map<string, Order>()
      return {
        collect: order => collect(orders.set(order.networkReference, order).get(order.networkReference) ?? order),
        async check(reference) {
          const answer = await check(reference)
          const order = orders.get(reference)
          return answer.kind === 'unknown' && order ? collect(order) : answer
        },
      }
    }),

  'the amount asked is taken for the amount paid': () =>
    connecting(({ collect, check }) => {
      const amounts = new Map<string, number>()
      return {
        collect: order => {
          amounts.set(order.networkReference, order.amount)
          return collect(order)
        },
        async check(reference) {
          const answer = await check(reference)
          const amount = amounts.get(reference)
          return answer.kind === 'completed' && amount ? { ...answer, amount } : answer
        },
      }
    }),

  'events are written after the commit': () => ({
    store: store => ({
      ...store,
      async write(body) {
        const later: Parameters<Rows>[] = []
        const value = await store.write(tx => {
          const rows: Rows = async (text, values, keep) => {
            if (!isOutbox(text, values)) return tx.rows(text, values, keep)
            later.push([text, values, keep])
            return []
          }
          return body({ ...tx, rows })
        })
        if (later.length > 0)
          await store.write(async tx => {
            for (const call of later) await tx.rows(...call)
          })
        return value
      },
    }),
  }),

  'keys are not looked up': () =>
    meddling(rows => async (text, values, keep) => {
      if (/^select .* from "idempotency"/.test(text)) return []
      return rows(text.startsWith('insert into "idempotency"') ? `${text} on conflict do nothing` : text, values, keep)
    }),

  'a payment is decided on as it was read first': () => {
    const read = new Map<string, unknown[][]>()
    return meddling(rows => async (text, values, keep) => {
      if (!/^select .* from "payment" where "payment"."id" = /.test(text)) return rows(text, values, keep)
      const name = String(values[0])
      const known = read.get(name) ?? (await rows(text, values, keep))
      read.set(name, known)
      return known
    })
  },

  'the fees book is forgotten': () =>
    meddling(
      rows => async (text, values, keep) =>
        text.startsWith('insert into "balance"') && values.includes('fees') ? [] : rows(text, values, keep),
    ),

  'an outcome is booked again when it is heard again': () =>
    meddling(rows => async (text, values, keep) => {
      const found = await rows(text, values, keep)
      if (!/^select .* from "attempt" where "attempt"."id" = /.test(text)) return found
      return found.map(row => row.map(value => (value === 'succeeded' ? 'sent' : value)))
    }),

  'a callback is believed without asking': () =>
    connecting(({ collect, check }) => {
      const amounts = new Map<string, number>()
      return {
        collect: order => {
          amounts.set(order.networkReference, order.amount)
          return collect(order)
        },
        async check(reference) {
          const answer = await check(reference)
          const amount = amounts.get(reference)
          return answer.kind === 'pending' && amount ? { kind: 'completed', amount } : answer
        },
      }
    }),

  'a payment is acknowledged before the commit, which then does not happen': () => {
    let made = 0
    return {
      store: store => ({
        ...store,
        write<T>(body: (tx: Tx) => Promise<T>): Promise<T> {
          const lost: { answer?: T } = {}
          const writing = store.write(async tx => {
            let isPayment = false
            const rows: Rows = (text, values, keep) => {
              isPayment ||= text.startsWith('insert into "payment"')
              return tx.rows(text, values, keep)
            }
            const answer = await body({ ...tx, rows })
            if (!isPayment || ++made % 5 > 0) return answer
            lost.answer = answer
            throw new Error('the power went')
          })
          return writing.catch(error => {
            if (lost.answer === undefined) throw error
            return lost.answer
          })
        },
      }),
    }
  },

  'nobody is to end a payment': () =>
    meddling(
      rows => async (text, values, keep) =>
        text.startsWith('insert into "job"') && values.includes('payment.expire') ? [] : rows(text, values, keep),
    ),

  'a receiver that cannot be reached is taken for a yes': () => ({
    net: net => ({
      async post(call) {
        const answer = await net.post(call)
        if (answer.kind !== 'unreachable') return answer
        return { kind: 'answered', status: 200, headers: {}, body: '', tookMs: 0 }
      },
    }),
  }),

  'the stamp of the event is sent at every try': () => {
    const stamps = new Map<string, Record<string, string>>()
    return {
      net: net => ({
        post(call) {
          const headers = stamps.get(call.body) ?? call.headers
          stamps.set(call.body, headers)
          return net.post({ ...call, headers })
        },
      }),
    }
  },
}

describe('a planted bug is caught', () => {
  const most = 150
  test.each(Object.entries(bugs))(
    '%s',
    async (_, plant) => {
      for (let seed = 1; seed <= most; seed++) if ((await marketDay(seed, plant())).complaints.length > 0) return
      expect.unreachable(`no complaint in ${most} market days`)
    },
    { timeout: 60_000 },
  )
})
