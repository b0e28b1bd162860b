// Asks the box for a payment, or to book cash, with one key until the answer is known: over lost answers,
// restarts and reloads.
import type { ApiError, ApiResult } from '../../kit/api.ts'
import { isReachable, subscribeConnection } from '../../kit/connection.ts'
import { createPayment, type Payment } from '../../kit/payment.ts'
import { clearLogin } from '../../kit/query.ts'
import { type CashSale, createCashSale } from '../../kit/till.ts'
import { noteAnswer } from '../app/network-health.ts'
import { afterRequest, noteIn, type Sale } from './sale.model.ts'
import { allowFollowing, follow, refreshSale } from './sale-follow.ts'
import { applyPayment, changeSale, putSale, saleState, shareSale, watchSale } from './sale-store.ts'

/** Another tab asks for its own sales; when it is gone this one goes on. */
const takeOverMs = 6_000

let wake = () => {}
const running = new Set<string>()

/** Waits, but not longer than until the box is back. */
const pause = (ms: number): Promise<void> =>
  new Promise(resolve => {
    const timer = setTimeout(resolve, ms)
    wake = () => {
      clearTimeout(timer)
      resolve()
    }
  })

interface Question<T> {
  readonly key: string
  /** The sale, while it still waits for this answer. */
  readonly waiting: () => Sale | undefined
  readonly ask: (sale: Sale) => Promise<ApiResult<T>>
  readonly conflictPasses: boolean
  readonly made: (value: T) => void
  readonly refused: (sale: Sale, apiError: ApiError) => void
}

async function askUntilKnown<T>({
  key,
  waiting,
  ask,
  conflictPasses,
  made,
  refused,
}: Question<T>): Promise<void> {
  if (running.has(key)) return
  running.add(key)
  for (let sale = waiting(); sale; sale = waiting()) {
    const answer = await ask(sale)
    if (!waiting()) break
    const next = afterRequest(answer, {
      tries: sale.tries,
      atTill: sale.caller.till !== null,
      conflictPasses,
    })
    if (next.kind === 'made') made(next.value)
    else if (next.kind === 'refused' && !answer.ok) refused(sale, answer.apiError)
    else if (next.kind === 'again') {
      changeSale(now => ({ ...now, tries: now.tries + 1 }))
      await pause(next.inMs)
      continue
    } else clearLogin()
    break
  }
  running.delete(key)
}

const askPayment = (key: string) =>
  askUntilKnown<Payment>({
    key,
    waiting: () => {
      const { sale } = saleState()
      return sale?.key === key && !sale.payment && !sale.link && !sale.cash ? sale : undefined
    },
    ask: async sale => {
      const answer = await createPayment(sale.caller, sale.key, sale.order)
      noteAnswer(sale.order, answer)
      return answer
    },
    conflictPasses: true,
    made: applyPayment,
    refused: (refused, refusal) => putSale(undefined, { refusal, refused }),
  })

const askCash = (key: string) =>
  askUntilKnown<CashSale>({
    key,
    waiting: () => {
      const { sale } = saleState()
      return sale?.cash?.key === key && !sale.cash.done ? sale : undefined
    },
    ask: ({ order, cash }) => {
      const note = noteIn(order)
      return createCashSale(key, {
        amount: order.details.amount,
        given: cash?.given ?? 0,
        ...(note === '' ? {} : { note }),
        ...(order.line_items ? { line_items: order.line_items } : {}),
        ...(cash?.instead == null ? {} : { payment_reference: cash.instead }),
        ...(cash?.link == null ? {} : { session_reference: cash.link }),
      })
    },
    conflictPasses: false,
    made: done =>
      changeSale(sale => (sale.cash ? { ...sale, cash: { ...sale.cash, done }, tries: 0 } : sale)),
    refused: (sale, refusal) => {
      // Cash without a payment before it goes back to the keypad.
      if (sale.payment || sale.link) changeSale(now => ({ ...now, cash: null, tries: 0 }), refusal)
      else putSale(undefined, { refusal, refused: sale })
      void refreshSale()
    },
  })

/** Goes on with a sale whose answer is not known yet: at the start, and after somebody signed in. */
export function resumeSale(): void {
  const { sale } = saleState()
  allowFollowing(true)
  if (!sale) return
  if (sale.cash && !sale.cash.done) void askCash(sale.cash.key)
  else if (sale.payment || sale.link) void refreshSale()
  else if (!sale.cash) void askPayment(sale.key)
}

/** Wakes the sale when the box or the page comes back, and shares it with other tabs. */
export function startSales(): void {
  watchSale(follow)
  shareSale(() => setTimeout(resumeSale, takeOverMs))
  subscribeConnection(() => {
    if (isReachable()) wake()
  })
  document.addEventListener('visibilitychange', () => void refreshSale())
}
