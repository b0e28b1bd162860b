// The paired till of this browser: what it is, who is signed in on it, and the calls that only a till makes.
import { useQuery } from '@tanstack/react-query'
import type { PrintAtTill, PrintedView } from '../../src/wire/printer.ts'
import type { CashView, ShiftView, TillShiftView } from '../../src/wire/shift.ts'
import type { SaleView, TillMeView } from '../../src/wire/till.ts'
import { type ApiResult, dataOf, getJson, postJson } from './api.ts'
import type { LineItem } from './payment.ts'
import { ApiFailure, queryClient } from './query.ts'

export type TillMe = TillMeView
export type CashSale = CashView
export type TillSale = SaleView
export type Shift = ShiftView
/** A shift as its till sees it, with or without figures (`hasReport`). */
export type TillShift = TillShiftView
export type Cashier = { readonly id: string; readonly name: string }
/** A cashier who can sign in. */
export type SignInName = Cashier & { readonly pin_length: number; readonly may_approve_refunds: boolean }

/** Returns whether the shift has its figures, which an open shift lacks if its drawer is counted blind. */
export const hasReport = (shift: TillShift): shift is Shift => shift.report !== null

const pathOf = (route: string) => `/api/v1/till/${route}`

/** Posts to a route of the till. `key` is an idempotency key: a repeat with it returns the first answer. */
const post = <T>(route: string, body: unknown, key?: string): Promise<ApiResult<T>> =>
  dataOf<T>(postJson(pathOf(route), body, key === undefined ? {} : { 'idempotency-key': key }))

/**
 * Fetches the paired till; null for a browser that is none.
 * @throws ApiFailure when the server cannot be reached or fails
 */
async function fetchTill(): Promise<TillMe | null> {
  const answer = await dataOf<TillMe>(getJson(pathOf('me')))
  if (answer.ok) return answer.value
  if (answer.apiError.kind === 'logged_out') return null
  throw new ApiFailure(answer.apiError)
}

/**
 * Returns the paired till of this browser; null if it is none, undefined until the server has answered. It
 * notices within two seconds that the till was revoked.
 */
export function useTill(): TillMe | null | undefined {
  return useQuery({
    queryKey: ['till'],
    queryFn: fetchTill,
    staleTime: 30_000,
    retry: true,
    retryDelay: 1_500,
    // A revoked till must hide everything of the shop within two seconds.
    refetchInterval: query => (query.state.data ? 1_500 : false),
    refetchOnWindowFocus: query => query.state.data !== null,
  }).data
}

/** Fetches the till once more, after a sign-in, a shift or a revocation. */
export const refreshTill = (): Promise<void> => queryClient.refetchQueries({ queryKey: ['till'] })

/** Puts the till of an answer into the cache, so that the page shows it at once. */
async function storeTill(answer: Promise<ApiResult<TillMe>>): Promise<ApiResult<TillMe>> {
  const result = await answer
  if (result.ok) queryClient.setQueryData(['till'], result.value)
  return result
}

/** Makes this browser the till that has this code. */
export const pairTill = (code: string): Promise<ApiResult<TillMe>> => storeTill(post('pair', { code }))
/** Signs a cashier in on the till with their PIN. */
export const signIn = (staffId: string, pin: string): Promise<ApiResult<TillMe>> =>
  storeTill(post('login', { staff_id: staffId, pin }))
/** Signs the cashier out; the till stays paired. */
export const signOut = (): Promise<ApiResult<TillMe>> => storeTill(post('logout', {}))

/** Fetches the cashiers who can sign in on this till. */
export const fetchCashiers = (): Promise<ApiResult<readonly SignInName[]>> => dataOf(getJson(pathOf('staff')))
/** Fetches the newest sales of this till, in cash and by phone. */
export const fetchTillSales = (limit: number): Promise<ApiResult<readonly TillSale[]>> =>
  dataOf(getJson(pathOf(`sales?limit=${limit}`)))

/**
 * The body of a cash sale, in whole shillings: `given` is what the customer handed over. The references name
 * an open payment or link that the cash replaces.
 */
export interface CreateCashSale {
  readonly amount: number
  readonly given: number
  readonly note?: string
  readonly line_items?: readonly LineItem[]
  readonly payment_reference?: string
  readonly session_reference?: string
}
/** Records a cash sale. A repeat with the same key returns the first one. */
export const createCashSale = (key: string, order: CreateCashSale): Promise<ApiResult<CashSale>> =>
  post('cash', order, key)

/** The open shift, null if there is none. */
export interface CurrentShift {
  readonly shift: TillShift | null
  /** What completed since the last close. */
  readonly after_shift: { readonly count: number; readonly gross: number }
}
/** Fetches the open shift of this till. */
export const fetchShift = (): Promise<ApiResult<CurrentShift>> => dataOf(getJson(pathOf('shift')))
/** Opens a shift with this much cash in the drawer, in whole shillings. */
export const openShift = (key: string, float: number): Promise<ApiResult<TillShift>> =>
  post('shift', { float }, key)
/**
 * Closes the shift with the counted cash, in whole shillings. `reason` tells why the drawer has less than
 * expected; empty if it has not.
 */
export const closeShift = (key: string, counted: number, reason: string): Promise<ApiResult<Shift>> =>
  post('shift/close', { counted, ...(reason === '' ? {} : { reason }) }, key)
/** Records cash that was taken out of the drawer (`drop`) or put in (`pay_in`) during the shift. */
export const recordCashMovement = (
  key: string,
  move: { readonly kind: 'drop' | 'pay_in'; readonly amount: number; readonly reason: string },
): Promise<ApiResult<TillShift>> => post('shift/drops', move, key)

/**
 * Prints at the till's own printer. It is tried once, because a page that may have come out must not be
 * printed again automatically.
 */
export const printAtTill = (page: PrintAtTill): Promise<ApiResult<PrintedView>> => post('print', page)
