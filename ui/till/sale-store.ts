// The one sale of this till, outside of React so that a hundred taps in one frame are one sale. It is written to this browser's
// storage before the request leaves, asked again with the same key until the answer is known, and followed live until it is paid.
import { useSyncExternalStore } from 'react'
import type { Trouble } from '../kit/api.ts'
import { newKey } from '../kit/key.ts'
import { isReachable, watchLink } from '../kit/link.ts'
import { listenLive } from '../kit/live.ts'
import { createPayment, fetchPayment, type Order, type Payment, paymentEventsUrl, voidPayment } from '../kit/payment.ts'
import { forgetMe, queries } from '../kit/query.ts'
import { playTone } from '../kit/sound.ts'
import { isFlag, readStored, writeStored } from '../kit/stored.ts'
import { afterCreate, faceOf, heardOf, isLive, isSale, isWorthKeeping, reopened, type Sale, toneOf } from './sale.model.ts'

interface State {
  readonly sale: Sale | undefined
  /** Why the last one could not be made. */
  readonly refusal: Trouble | undefined
}

const pollMs = 10_000
const storedName = 'till.sale'

let state: State = { sale: keptSale(), refusal: undefined }
let running: string | undefined
let wake = () => {}
let stopFollowing = () => {}
let followed: string | undefined
const listeners = new Set<() => void>()

function keptSale(): Sale | undefined {
  const kept = readStored(storedName, isSale)
  return kept && isWorthKeeping(kept, Date.now()) ? kept : undefined
}

function put(next: State): void {
  const before = state.sale
  state = next
  if (next.sale !== before) writeStored(storedName, next.sale)
  follow(next.sale)
  if (next.sale?.payment?.status !== before?.payment?.status) void queries.invalidateQueries({ queryKey: ['sales'] })
  for (const listener of listeners) listener()
}

function hear(news: Payment): void {
  const { sale } = state
  if (!sale) return
  const next = heardOf(sale, news)
  if (next === sale) return
  const tone = toneOf(faceOf(sale), faceOf(next))
  put({ ...state, sale: next })
  if (tone && readStored('sound', isFlag) !== false) playTone(tone)
}

/** Listens to the payment that is shown; besides, it is asked for now and then, for streams can die quietly. */
function follow(sale: Sale | undefined): void {
  const payment = sale && isLive(sale) ? sale.payment : null
  const wanted = payment && sale ? `${sale.account} ${payment.reference}` : undefined
  if (wanted === followed) return
  stopFollowing()
  stopFollowing = () => {}
  followed = wanted
  if (!sale || !payment) return
  const url = paymentEventsUrl(sale.account, payment.reference)
  const unlisten = listenLive(url, 'payment', data => JSON.parse(data) as Payment, hear)
  const poll = setInterval(refresh, pollMs)
  stopFollowing = () => {
    unlisten()
    clearInterval(poll)
  }
}

async function refresh(): Promise<void> {
  const { sale } = state
  if (!sale?.payment || !isLive(sale) || document.hidden) return
  const answer = await fetchPayment(sale.account, sale.payment.reference)
  if (answer.ok) hear(answer.value)
  else if (answer.trouble.kind === 'logged_out') forgetMe()
}

/** Waits, but not longer than until the box is back. */
const pause = (ms: number): Promise<void> =>
  new Promise(resolve => {
    const timer = setTimeout(resolve, ms)
    wake = () => {
      clearTimeout(timer)
      resolve()
    }
  })

const isCurrent = (key: string) => state.sale?.key === key && state.sale.payment === null

async function ask(key: string): Promise<void> {
  if (running === key) return
  running = key
  while (state.sale && isCurrent(key)) {
    const { sale } = state
    const answer = await createPayment(sale.account, key, sale.order)
    if (!isCurrent(key)) break
    const next = afterCreate(answer, sale.tries)
    if (next.kind === 'made') hear(next.payment)
    if (next.kind === 'refused') put({ sale: undefined, refusal: answer.ok ? undefined : answer.trouble })
    if (next.kind === 'log_in') {
      forgetMe()
      break
    }
    if (next.kind === 'again') {
      put({ ...state, sale: { ...sale, tries: sale.tries + 1 } })
      await pause(next.inMs)
    }
  }
  if (running === key) running = undefined
}

/** Goes on with a sale that is not known yet: at the start, and after a login. */
export function resumeSale(): void {
  const { sale } = state
  if (!sale) return
  follow(sale)
  if (sale.payment) void refresh()
  else void ask(sale.key)
}

/** Starts a sale, unless there is one. */
export function startSale(account: string, order: Order): void {
  if (state.sale) return
  const sale: Sale = { key: newKey(), account, order, startedAt: Date.now(), payment: null, tries: 0 }
  put({ sale, refusal: undefined })
  void ask(sale.key)
}

/** Shows a sale of the list. */
export function openSale(account: string, payment: Payment): void {
  put({ sale: reopened(account, payment, Date.now()), refusal: undefined })
  void refresh()
}

/** Back to the keypad. The payment itself stays as it is. */
export const leaveSale = (): void => put({ sale: undefined, refusal: undefined })
export const forgetRefusal = (): void => {
  if (state.refusal) put({ ...state, refusal: undefined })
}

/** Cancels the payment that is shown. @returns whether it has ended, one way or the other */
export async function cancelSale(): Promise<boolean> {
  const { sale } = state
  if (!sale?.payment) return false
  const answer = await voidPayment(sale.account, sale.payment.reference)
  if (answer.ok) hear(answer.value)
  else await refresh()
  return state.sale?.payment?.status !== 'pending'
}

/** Wakes the sale when the box or the page comes back. */
export function startSales(): void {
  watchLink(() => {
    if (isReachable()) wake()
  })
  document.addEventListener('visibilitychange', () => void refresh())
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const useSaleState = (): State => useSyncExternalStore(subscribe, () => state)
