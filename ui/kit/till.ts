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
/** Without figures while it is open, where the drawer is counted blind. */
export type TillShift = TillShiftView
export type Cashier = { readonly id: string; readonly name: string }
/** A cashier who can sign in. */
export type SignInName = Cashier & { readonly pin_length: number; readonly may_approve_refunds: boolean }

/** Whether the shift has its figures. */
export const hasReport = (shift: TillShift): shift is Shift => shift.report !== null

const path = (what: string) => `/api/v1/till/${what}`
const send = <T>(what: string, body: unknown, key?: string): Promise<ApiResult<T>> =>
  dataOf<T>(postJson(path(what), body, key === undefined ? {} : { 'idempotency-key': key }))

/** The paired till, or null for a browser that is none. */
async function fetchTill(): Promise<TillMe | null> {
  const answer = await dataOf<TillMe>(getJson(path('me')))
  if (answer.ok) return answer.value
  if (answer.apiError.kind === 'logged_out') return null
  throw new ApiFailure(answer.apiError)
}

/** Asks until the server answers. @returns undefined until then; null when this browser is no till */
export function useTill(): TillMe | null | undefined {
  return useQuery({
    queryKey: ['till'],
    queryFn: fetchTill,
    staleTime: 30_000,
    retry: true,
    retryDelay: 1_500,
    // A revoked till shows nothing of the shop within two seconds.
    refetchInterval: query => (query.state.data ? 1_500 : false),
    refetchOnWindowFocus: query => query.state.data !== null,
  }).data
}

/** Asks again what this till is: after a sign-in, a shift, a revocation. */
export const refreshTill = (): Promise<void> => queryClient.refetchQueries({ queryKey: ['till'] })

async function storeTill(answer: Promise<ApiResult<TillMe>>): Promise<ApiResult<TillMe>> {
  const got = await answer
  if (got.ok) queryClient.setQueryData(['till'], got.value)
  return got
}

export const pairTill = (code: string): Promise<ApiResult<TillMe>> => storeTill(send('pair', { code }))
export const signIn = (staffId: string, pin: string): Promise<ApiResult<TillMe>> =>
  storeTill(send('login', { staff_id: staffId, pin }))
export const signOut = (): Promise<ApiResult<TillMe>> => storeTill(send('logout', {}))

export const fetchCashiers = (): Promise<ApiResult<readonly SignInName[]>> => dataOf(getJson(path('staff')))
export const fetchTillSales = (limit: number): Promise<ApiResult<readonly TillSale[]>> =>
  dataOf(getJson(path(`sales?limit=${limit}`)))

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
  send('cash', order, key)

export interface CurrentShift {
  readonly shift: TillShift | null
  /** What completed since the last close. */
  readonly after_shift: { readonly count: number; readonly gross: number }
}
export const fetchShift = (): Promise<ApiResult<CurrentShift>> => dataOf(getJson(path('shift')))
export const openShift = (key: string, float: number): Promise<ApiResult<TillShift>> =>
  send('shift', { float }, key)
/**
 * Closes the shift with the counted cash.
 * @param reason why the drawer has less than expected; empty if it has not
 */
export const closeShift = (key: string, counted: number, reason: string): Promise<ApiResult<Shift>> =>
  send('shift/close', { counted, ...(reason === '' ? {} : { reason }) }, key)
export const recordCashMovement = (
  key: string,
  move: { readonly kind: 'drop' | 'pay_in'; readonly amount: number; readonly reason: string },
): Promise<ApiResult<TillShift>> => send('shift/drops', move, key)

/**
 * Prints at the till's own printer. It is tried once: a page that may have come out is not requested again
 * automatically.
 */
export const printAtTill = (page: PrintAtTill): Promise<ApiResult<PrintedView>> => send('print', page)
