// Creates the payment or the cash sale on the server, with one idempotency key until it is answered: over
// lost answers, restarts and reloads.
import type { ApiError, ApiResult } from '../../kit/api.ts'
import { isReachable, subscribeConnection } from '../../kit/connection.ts'
import { createPayment, type Payment } from '../../kit/payment.ts'
import { clearLogin } from '../../kit/query.ts'
import { type CashSale, createCashSale } from '../../kit/till.ts'
import { recordAnswer } from '../parts/network-health.ts'
import { noteIn, type Sale } from './sale.model.ts'
import { allowFollowing, follow, refreshSale } from './sale-follow.ts'
import { afterRequest } from './sale-request.model.ts'
import { applyPayment, changeSale, putSale, saleState, shareSale, subscribeSale } from './sale-store.ts'

/** Another tab sends its own requests. If it is closed, this tab takes over after this time. */
const takeOverMs = 6_000

/** Ends the current pause. */
let wake = () => {}
/** The keys of the requests under way. */
const runningKeys = new Set<string>()

/** Waits, but not longer than until the server is reachable again. */
const pause = (ms: number): Promise<void> =>
  new Promise(resolve => {
    const timer = setTimeout(resolve, ms)
    wake = () => {
      clearTimeout(timer)
      resolve()
    }
  })

/** A request of a sale, and what to do with its answer. */
interface PendingRequest<T> {
  readonly key: string
  /** Returns the sale while it still waits for this answer. */
  readonly findSale: () => Sale | undefined
  readonly send: (sale: Sale) => Promise<ApiResult<T>>
  /** The server answers 409 while the same request is under way, which is then sent again. */
  readonly retryOnConflict: boolean
  readonly onCreated: (value: T) => void
  readonly onRejected: (sale: Sale, apiError: ApiError) => void
}

/**
 * Sends a request with its key until the server has accepted or rejected it, or the sale no longer waits for
 * it.
 */
async function sendUntilAnswered<T>({
  key,
  findSale,
  send,
  retryOnConflict,
  onCreated,
  onRejected,
}: PendingRequest<T>): Promise<void> {
  if (runningKeys.has(key)) return
  runningKeys.add(key)
  for (let sale = findSale(); sale; sale = findSale()) {
    const answer = await send(sale)
    if (!findSale()) break
    const next = afterRequest(answer, {
      tries: sale.tries,
      atTill: sale.caller.till !== null,
      retryOnConflict,
    })
    if (next.kind === 'created') onCreated(next.value)
    else if (next.kind === 'rejected' && !answer.ok) onRejected(sale, answer.apiError)
    else if (next.kind === 'retry') {
      changeSale(current => ({ ...current, tries: current.tries + 1 }))
      await pause(next.inMs)
      continue
    } else clearLogin()
    break
  }
  runningKeys.delete(key)
}

/** Creates the payment of the sale with this key. */
const requestPayment = (key: string) =>
  sendUntilAnswered<Payment>({
    key,
    findSale: () => {
      const { sale } = saleState()
      return sale?.key === key && !sale.payment && !sale.link && !sale.cash ? sale : undefined
    },
    send: async sale => {
      const answer = await createPayment(sale.caller, sale.key, sale.order)
      recordAnswer(sale.order, answer)
      return answer
    },
    retryOnConflict: true,
    onCreated: applyPayment,
    onRejected: (saleToEdit, apiError) => putSale(undefined, { apiError, saleToEdit }),
  })

/** Records the cash of the sale with this key. */
const requestCash = (key: string) =>
  sendUntilAnswered<CashSale>({
    key,
    findSale: () => {
      const { sale } = saleState()
      return sale?.cash?.key === key && !sale.cash.done ? sale : undefined
    },
    send: ({ order, cash }) => {
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
    retryOnConflict: false,
    onCreated: done =>
      changeSale(sale => (sale.cash ? { ...sale, cash: { ...sale.cash, done }, tries: 0 } : sale)),
    onRejected: (sale, apiError) => {
      // A cash sale that replaced no payment goes back to the keypad.
      if (sale.payment || sale.link) changeSale(current => ({ ...current, cash: null, tries: 0 }), apiError)
      else putSale(undefined, { apiError, saleToEdit: sale })
      void refreshSale()
    },
  })

/** Continues a sale without an answer, on start and after a cashier has signed in. */
export function resumeSale(): void {
  const { sale } = saleState()
  allowFollowing(true)
  if (!sale) return
  if (sale.cash && !sale.cash.done) void requestCash(sale.cash.key)
  else if (sale.payment || sale.link) void refreshSale()
  else if (!sale.cash) void requestPayment(sale.key)
}

/** Retries when the server or the page is back, and shares the sale with other tabs. */
export function startSales(): void {
  subscribeSale(follow)
  shareSale(() => setTimeout(resumeSale, takeOverMs))
  subscribeConnection(() => {
    if (isReachable()) wake()
  })
  document.addEventListener('visibilitychange', () => void refreshSale())
}
