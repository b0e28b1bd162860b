// Mistakes that someone could make one day, each as a change of a shop's parts. The market days and months
// must catch them.
import type { Call, NetworkConnection } from '../../src/connector/connector.ts'
import type { PayoutOrder } from '../../src/domain/payout.ts'
import type { Read, Tx } from '../../src/store/engine/statement.ts'
import type { ScriptedConnection } from '../kit/network.ts'
import type { Plant } from './market-day.ts'

type Rows = Read['rows']

/** Plants a store that tampers with the statements of its transactions. */
const meddling = (meddle: (rows: Rows) => Rows): Plant => ({
  store: store => ({
    ...store,
    write: (body, urgency) => store.write(tx => body({ ...tx, rows: meddle(tx.rows) }), urgency),
  }),
})

/** Plants a defect in the scripted network's connection. */
const connecting = (change: (network: ScriptedConnection) => Partial<NetworkConnection>): Plant => ({
  connections: own => own.map(one => (one.reach === 'network' ? { ...one, ...change(one) } : one)),
})

/** Plants a store that delays some statements of a transaction to a second one. */
const writtenLater = (isLate: (text: string, values: readonly unknown[]) => boolean): Plant => ({
  store: store => ({
    ...store,
    async write(body) {
      const later: Parameters<Rows>[] = []
      const value = await store.write(tx => {
        const rows: Rows = async (text, values = [], ...rest) => {
          if (!isLate(text, values)) return tx.rows(text, values, ...rest)
          later.push([text, values, ...rest])
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
})

/** Takes an unknown answer for a "no". */
const sure = <Answer extends { readonly kind: string }>(answer: Answer) =>
  answer.kind === 'unknown' || answer.kind === 'absent'
    ? ({ kind: 'failed', reason: 'timeout' } as const)
    : answer

/** Takes an unknown order for a "no", however young it is. */
const believed = <Answer extends { readonly kind: string }>(answer: Answer) =>
  answer.kind === 'absent' ? ({ kind: 'failed', reason: 'not_found' } as const) : answer

const isOutbox = (text: string, values: readonly unknown[]) =>
  /^insert into "(event|delivery)"/.test(text) ||
  (text.startsWith('insert into "job"') && values.includes('delivery.send'))

export const paymentBugs: Record<string, () => Plant> = {
  'a time-out is taken for a no': () =>
    connecting(({ collect, check }) => ({
      collect: async call => sure(await collect(call)),
      check: async call => sure(await check(call)),
    })),

  'a network that does not know an order yet is believed': () =>
    connecting(({ check }) => ({ check: async call => believed(await check(call)) })),

  'what is not known is sent again': () =>
    connecting(({ collect, check }) => {
      const calls = new Map<string, Call>()
      return {
        collect(call) {
          calls.set(call.order.networkReference, call)
          return collect(call)
        },
        async check(call) {
          const answer = await check(call)
          const sent = calls.get(call.order.networkReference)
          const again = answer.kind === 'unknown' && sent ? await collect(sent) : answer
          return again.kind === 'step' ? answer : again
        },
      }
    }),

  'the amount asked is taken for the amount paid': () =>
    connecting(({ check }) => ({
      async check(call) {
        const answer = await check(call)
        return answer.kind === 'completed' ? { ...answer, amount: call.order.amount } : answer
      },
    })),

  'events are written after the commit': () => writtenLater(isOutbox),

  'keys are written after the commit': () =>
    writtenLater(text => text.startsWith('insert into "idempotency"')),

  'keys are not looked up': () =>
    meddling(rows => async (text, values = [], ...rest) => {
      if (/^select .* from "idempotency"/.test(text)) return []
      return rows(
        text.startsWith('insert into "idempotency"') ? `${text} on conflict do nothing` : text,
        values,
        ...rest,
      )
    }),

  'a payment is decided on as it was read first': () => {
    const read = new Map<string, unknown[][]>()
    return meddling(rows => async (text, values = [], ...rest) => {
      if (!/^select .* from "payment" where "payment"."id" = /.test(text)) return rows(text, values, ...rest)
      const name = String(values[0])
      const known = read.get(name) ?? (await rows(text, values, ...rest))
      read.set(name, known)
      return known
    })
  },

  'the fees book is forgotten': () =>
    meddling(
      rows =>
        async (text, values = [], ...rest) =>
          text.startsWith('insert into "balance"') && values.includes('fees')
            ? []
            : rows(text, values, ...rest),
    ),

  'an outcome is booked again when it is heard again': () =>
    meddling(rows => async (text, values = [], ...rest) => {
      const found = await rows(text, values, ...rest)
      if (!/^select .* from "attempt" where "attempt"."id" = /.test(text)) return found
      return found.map(row => row.map(value => (value === 'succeeded' ? 'sent' : value)))
    }),

  'a callback is believed without asking': () =>
    connecting(({ check }) => ({
      async check(call) {
        const answer = await check(call)
        return answer.kind === 'pending' ? { kind: 'completed', amount: call.order.amount } : answer
      },
    })),

  'what a customer took back still counts as paid': () =>
    connecting(({ check }) => ({
      async check(call) {
        const answer = await check(call)
        return answer.kind === 'failed' && answer.reason === 'reversed'
          ? { kind: 'completed', amount: call.order.amount }
          : answer
      },
    })),

  'a payment is acknowledged before the commit, which then does not happen': () => {
    let made = 0
    return {
      store: store => ({
        ...store,
        write<T>(body: (tx: Tx) => Promise<T>): Promise<T> {
          const lost: { answer?: T } = {}
          const writing = store.write(async tx => {
            let isPayment = false
            const rows: Rows = (text, values = [], ...rest) => {
              isPayment ||= text.startsWith('insert into "payment"')
              return tx.rows(text, values, ...rest)
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
      rows =>
        async (text, values = [], ...rest) =>
          text.startsWith('insert into "job"') && text.includes("'payment.expire:'")
            ? []
            : rows(text, values, ...rest),
    ),

  'a receiver that cannot be reached is taken for a yes': () => ({
    net: net => ({
      ...net,
      async request(call) {
        const answer = await net.request(call)
        if (answer.kind !== 'unreachable') return answer
        return { kind: 'answered', status: 200, headers: {}, body: '', tookMs: 0 }
      },
    }),
  }),

  'the stamp of the event is sent at every try': () => {
    const stamps = new Map<string, Record<string, string>>()
    return {
      net: net => ({
        ...net,
        request(call) {
          const headers = stamps.get(call.body) ?? call.headers
          stamps.set(call.body, headers)
          return net.request({ ...call, headers })
        },
      }),
    }
  },
}

/** With calls that never end: a day finds them, and a month would take long. */
export const callBugs: Record<string, () => Plant> = {
  'a status check that hangs is waited for': () =>
    connecting(({ facts, check }) => {
      let checks = 0
      return {
        facts: { ...facts, times: { ...facts.times, callMs: Number.POSITIVE_INFINITY } },
        check: call => (++checks % 5 === 0 ? new Promise(() => {}) : check(call)),
      }
    }),
}

const isPosting = (text: string, values: readonly unknown[], reason: string) =>
  text.startsWith('insert into "posting"') && values.includes(reason)

/** With payouts and unmatched money. */
export const payoutBugs: Record<string, () => Plant> = {
  'a payout is sent again after a crash': () => {
    const sent = new Map<string, { readonly call: Call<PayoutOrder>; start: number }>()
    let starts = 0
    return connecting(({ payOut, checkPayout }) => {
      const start = ++starts
      return {
        payOut(call) {
          sent.set(call.order.networkReference, { call, start })
          return payOut(call)
        },
        async checkPayout(call) {
          const known = sent.get(call.order.networkReference)
          if (!known || known.start === start) return checkPayout(call)
          known.start = start
          const answer = await payOut(known.call)
          return answer.kind === 'step' ? checkPayout(call) : answer
        },
      }
    })
  },

  'a payout that nobody knows of is called failed': () =>
    connecting(({ payOut, checkPayout }) => ({
      payOut: async call => sure(await payOut(call)),
      checkPayout: async call => sure(await checkPayout(call)),
    })),

  'a network that does not know a payout yet is believed': () =>
    connecting(({ checkPayout }) => ({ checkPayout: async call => believed(await checkPayout(call)) })),

  'a payout is not marked as sent before it leaves': () => {
    const marked = new Set<unknown>()
    return meddling(rows => async (text, values = [], ...rest) => {
      const id = values.at(-1)
      if (!text.startsWith('update "payout"') || !values.includes('unknown') || marked.has(id))
        return rows(text, values, ...rest)
      marked.add(id)
      return []
    })
  },

  'payouts asked for at once see the same balance': () => {
    const seen = new Map<unknown, unknown[][]>()
    return meddling(rows => async (text, values = [], ...rest) => {
      if (!text.startsWith('select "amount" from "balance"')) return rows(text, values, ...rest)
      const found = seen.get(values[0]) ?? (await rows(text, values, ...rest))
      seen.set(values[0], found)
      setImmediate(() => seen.clear())
      return found
    })
  },

  'a payout that was delivered is booked again when it is heard again': () =>
    meddling(rows => async (text, values = [], ...rest) => {
      const found = await rows(text, values, ...rest)
      if (!/^select .* from "payout" where "payout"."id" = /.test(text)) return found
      return found.map(row => row.map(value => (value === 'completed' ? 'pending' : value)))
    }),

  'the fee is not given back when a payout fails': () =>
    meddling(rows => {
      let back: number | undefined
      return (text, values = [], ...rest) => {
        const isBalance = text.startsWith('insert into "balance"')
        if (isPosting(text, values, 'payout.failed'))
          back = Number(values[values.indexOf('payout.failed') + 3])
        const less = (value: unknown) =>
          Math.abs(Number(value)) === back ? Math.sign(Number(value)) * (back - 300) : value
        return rows(
          text,
          isBalance || isPosting(text, values, 'payout.failed') ? values.map(less) : values,
          ...rest,
        )
      }
    }),

  'money that came back is not booked': () =>
    meddling(rows => {
      let isBack = false
      return async (text, values = [], ...rest) => {
        isBack ||= isPosting(text, values, 'payout.reversed')
        return isBack && /^insert into "(posting|balance)"/.test(text) ? [] : rows(text, values, ...rest)
      }
    }),

  'a payout that came back is taken for one that arrived': () =>
    connecting(({ checkPayout }) => ({
      async checkPayout(call) {
        const answer = await checkPayout(call)
        return answer.kind === 'reversed' ? { kind: 'completed' } : answer
      },
    })),

  'a callback about a payout is believed without asking': () =>
    connecting(({ checkPayout }) => ({
      async checkPayout(call) {
        const answer = await checkPayout(call)
        return answer.kind === 'pending' ? { kind: 'completed' } : answer
      },
    })),

  'unmatched money is settled as often as somebody asks': () =>
    meddling(rows => async (text, values = [], ...rest) => {
      const found = await rows(text, values, ...rest)
      if (!/^select .* from "unmatched" where "unmatched"."id" = /.test(text)) return found
      return found.map(row => [...row.slice(0, -4), null, null, null, null])
    }),
}

/** With refunds. */
export const refundBugs: Record<string, () => Plant> = {
  'a refund is counted twice': () =>
    meddling(rows => async (text, values = [], ...rest) => {
      const found = await rows(text, values, ...rest)
      return /^update "payment" set "refunded"/.test(text) ? rows(text, values, ...rest) : found
    }),

  'a refund of which nothing is known is sent again': () =>
    connecting(({ refund, checkRefund }) => ({
      async checkRefund(call) {
        const answer = await checkRefund(call)
        const again = answer.kind === 'unknown' || answer.kind === 'absent' ? await refund(call) : answer
        return again.kind === 'step' ? answer : again
      },
    })),

  'refunds asked for at once do not see each other': () =>
    meddling(
      rows =>
        async (text, values = [], ...rest) =>
          /^select .* from "refund" where "refund"."payment_id" = /.test(text)
            ? []
            : rows(text, values, ...rest),
    ),

  'money held for a refund is not returned when it fails': () =>
    meddling(rows => {
      let isBack = false
      return async (text, values = [], ...rest) => {
        isBack ||= isPosting(text, values, 'refund.failed')
        return isBack && /^insert into "(posting|balance)"/.test(text) ? [] : rows(text, values, ...rest)
      }
    }),
}
