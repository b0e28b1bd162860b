// The paired till of this browser: what it is, who is signed in on it, and the calls that only a till makes.
import { useQuery } from '@tanstack/react-query'
import type { PrintAtTill, PrintedView } from '../../src/wire/printer.ts'
import type { CashView, ShiftView } from '../../src/wire/shift.ts'
import type { SaleView, TillMeView } from '../../src/wire/till.ts'
import { type Answer, dataOf, get, post } from './api.ts'
import type { LineItem } from './payment.ts'
import { ApiFailure, queries } from './query.ts'
import { isFlag, readStored, writeStored } from './storage.ts'

export type TillMe = TillMeView
export type CashSale = CashView
export type TillSale = SaleView
export type Shift = ShiftView
export type Cashier = { readonly id: string; readonly name: string }

const path = (what: string) => `/api/v1/till/${what}`
const send = <T>(what: string, body: unknown, key?: string): Promise<Answer<T>> =>
  dataOf<T>(post(path(what), body, key === undefined ? {} : { 'idempotency-key': key }))

/** The paired till, or null for a browser that is none. */
async function fetchTill(): Promise<TillMe | null> {
  const answer = await dataOf<TillMe>(get(path('me')))
  if (answer.ok) return noteTill(answer.value)
  if (answer.apiError.kind === 'logged_out') return null
  throw new ApiFailure(answer.apiError)
}

function noteTill(till: TillMe): TillMe {
  if (!wasPaired()) writeStored('till.paired', true)
  return till
}

/** Whether this browser has been a till before: then a lost pairing is mended by pairing, not by a login. */
export const wasPaired = (): boolean => readStored('till.paired', isFlag) === true

/**
 * `undefined` while it is not known, `null` when this browser is no till. Keeps asking while the box cannot
 * be reached.
 */
export function useTill(): TillMe | null | undefined {
  return useQuery({
    queryKey: ['till'],
    queryFn: fetchTill,
    staleTime: 30_000,
    retry: true,
    retryDelay: 1_500,
    refetchOnWindowFocus: query => query.state.data !== null,
  }).data
}

/** Asks again what this till is: after a sign-in, a shift, a revocation. */
export const refreshTill = (): Promise<void> => queries.refetchQueries({ queryKey: ['till'] })

async function become(answer: Promise<Answer<TillMe>>): Promise<Answer<TillMe>> {
  const got = await answer
  if (got.ok) queries.setQueryData(['till'], noteTill(got.value))
  return got
}

export const pairTill = (code: string): Promise<Answer<TillMe>> => become(send('pair', { code }))
export const signIn = (staffId: string, pin: string): Promise<Answer<TillMe>> =>
  become(send('login', { staff_id: staffId, pin }))
export const signOut = (): Promise<Answer<TillMe>> => become(send('logout', {}))

export const fetchCashiers = (): Promise<Answer<readonly Cashier[]>> => dataOf(get(path('staff')))
export const fetchTillSales = (limit: number): Promise<Answer<readonly TillSale[]>> =>
  dataOf(get(path(`sales?limit=${limit}`)))

export interface CashOrder {
  readonly amount: number
  readonly given: number
  readonly note?: string
  readonly line_items?: readonly LineItem[]
  readonly payment_reference?: string
  readonly session_reference?: string
}
/** The same key asked again is the same sale. */
export const sellForCash = (key: string, order: CashOrder): Promise<Answer<CashSale>> =>
  send('cash', order, key)
export const voidCash = (id: string, reason: string): Promise<Answer<CashSale>> =>
  send(`cash/${encodeURIComponent(id)}/void`, { reason })

export interface ShiftNow {
  readonly shift: Shift | null
  /** What completed since the last close. */
  readonly after_shift: { readonly count: number; readonly gross: number }
}
export const fetchShift = (): Promise<Answer<ShiftNow>> => dataOf(get(path('shift')))
export const openShift = (key: string, float: number): Promise<Answer<Shift>> => send('shift', { float }, key)
export const closeShift = (key: string, counted: number): Promise<Answer<Shift>> =>
  send('shift/close', { counted }, key)
export const moveCash = (
  key: string,
  move: { readonly kind: 'drop' | 'pay_in'; readonly amount: number; readonly reason: string },
): Promise<Answer<Shift>> => send('shift/drops', move, key)

/**
 * Prints at the till's own printer. It is tried once: a page that may have come out is not asked for again by
 * itself.
 */
export const printAtTill = (page: PrintAtTill): Promise<Answer<PrintedView>> => send('print', page)
