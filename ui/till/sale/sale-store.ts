// The one sale of this till, outside of React so that a hundred taps in one frame are one sale. It is written
// to this browser's storage whenever it changes; other tabs of the same till, and the customer display, read
// it there.

import { useSyncExternalStore } from 'react'
import type { ApiError } from '../../kit/api.ts'
import { newListeners } from '../../kit/listeners.ts'
import { isOnlyManual } from '../../kit/manual-confirmation.model.ts'
import type { Payment } from '../../kit/payment.ts'
import { queryClient } from '../../kit/query.ts'
import { playTone } from '../../kit/sound.ts'
import { readStored, storageKey, writeStored } from '../../kit/storage.ts'
import { recordPayment } from '../parts/network-health.ts'
import { sayPaid, stopSaying } from '../voice/voice.ts'
import {
  amountToSay,
  isResumable,
  isSale,
  isSameSale,
  type Sale,
  saleAfterOtherTab,
  salePhaseOf,
  toneOf,
  withPayment,
} from './sale.model.ts'
import { saleStorageKey } from './sale-storage-key.ts'

/** The current sale, and what the keypad shows of a failed one. */
export interface SaleState {
  readonly sale: Sale | undefined
  /** Why the last request failed. */
  readonly apiError: ApiError | undefined
  /** The sale that could not be created: the keypad shows it again. */
  readonly saleToEdit: Sale | undefined
  /** This tab has started or opened the sale; other tabs only show it. */
  readonly isMine: boolean
}

let state: SaleState = { sale: readStoredSale(), apiError: undefined, saleToEdit: undefined, isMine: true }
const listeners = newListeners()

/** Returns the stored sale, unless it is too old to continue. */
function readStoredSale(): Sale | undefined {
  const stored = readStored(saleStorageKey, isSale)
  return stored && isResumable(stored, Date.now()) ? stored : undefined
}

/** Returns the current sale and its state, for code outside React. */
export const saleState = (): SaleState => state

/** Replaces the state, plays the tone of a change, and notifies the page. */
function setState(next: SaleState): void {
  const before = state.sale
  state = next
  // A sale that only a person has confirmed does not sound like paid.
  const maySound = before && next.sale && !isOnlyManual(next.sale.payment)
  const tone = maySound && toneOf(salePhaseOf(before), salePhaseOf(next.sale))
  if (next.sale && !isSameSale(before, next.sale)) stopSaying()
  // A hidden tab that only shows the sale stays silent.
  if (tone && (next.isMine || !document.hidden)) {
    playTone(tone)
    const amount = tone === 'paid' && next.sale ? amountToSay(next.sale) : undefined
    if (amount !== undefined) sayPaid(amount)
  }
  if (next.sale?.payment?.status !== before?.payment?.status || next.sale?.cash?.done !== before?.cash?.done)
    void queryClient.invalidateQueries({ queryKey: ['sales'] })
  listeners.call()
}

/** Replaces the sale, stores it, and makes it this tab's own. `saleToEdit` returns a sale to the keypad. */
export function putSale(
  sale: Sale | undefined,
  options: { readonly [Key in 'apiError' | 'saleToEdit']?: SaleState[Key] } = {},
): void {
  const hasChanged = sale !== state.sale
  if (hasChanged) writeStored(saleStorageKey, sale)
  setState({ sale, apiError: options.apiError, saleToEdit: options.saleToEdit, isMine: true })
}

/** Changes the current sale, if there still is one. */
export function changeSale(change: (sale: Sale) => Sale, apiError?: ApiError): void {
  if (state.sale) putSale(change(state.sale), { apiError })
}

/** Applies an update of the current payment. */
export function applyPayment(payment: Payment): void {
  const { sale } = state
  if (!sale) return
  recordPayment(payment)
  const next = withPayment(sale, payment)
  if (next === sale) return
  writeStored(saleStorageKey, next)
  setState({ ...state, sale: next })
}

/** Removes the error and the sale to edit, because the cashier types on. */
export const clearSaleError = (): void => {
  if (state.apiError || state.saleToEdit) setState({ ...state, apiError: undefined, saleToEdit: undefined })
}

/** Forgets a sale that the keypad has taken back. The error stays visible until the cashier goes on. */
export const forgetRejectedSale = (): void => {
  if (state.saleToEdit) setState({ ...state, saleToEdit: undefined })
}

/** Takes over the sale as another tab of this till changes it. `onChanged` is called after each change. */
export function shareSale(onChanged: () => void): void {
  window.addEventListener('storage', event => {
    if (event.key !== storageKey(saleStorageKey)) return
    const readSale = (text: string | null) => {
      const value: unknown = text === null ? undefined : JSON.parse(text)
      return isSale(value) ? value : undefined
    }
    const next = saleAfterOtherTab(state.sale, readSale(event.newValue), readSale(event.oldValue))
    if (next === state.sale) return
    setState({ sale: next, apiError: undefined, saleToEdit: undefined, isMine: false })
    onChanged()
  })
}

/** Calls back at each change, outside React. Returns the function that stops it. */
export const subscribeSale = listeners.subscribe
/** Returns the current sale and its state, and renders again when they change. */
export const useSaleState = (): SaleState => useSyncExternalStore(subscribeSale, saleState)
