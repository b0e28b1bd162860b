// The one sale of this till, outside of React so that a hundred taps in one frame are one sale. It is written
// to this browser's storage whenever it changes; other tabs of the same till, and the customer display, read
// it there.
import { useSyncExternalStore } from 'react'
import type { ApiError } from '../../kit/api.ts'
import type { Payment } from '../../kit/payment.ts'
import { queryClient } from '../../kit/query.ts'
import { playTone } from '../../kit/sound.ts'
import { isBoolean, readStored, storageKey, writeStored } from '../../kit/storage.ts'
import { noteNews } from '../app/network-health.ts'
import { isSale, isWorthKeeping, type Sale, salePhaseOf, sharedSale, toneOf, updated } from './sale.model.ts'
import { storedSale } from './stored-sale.ts'

export interface SaleState {
  readonly sale: Sale | undefined
  /** Why what was last asked could not be done. */
  readonly refusal: ApiError | undefined
  /** The sale that could not be made: the keypad shows it again. */
  readonly refused: Sale | undefined
  /** This tab began or opened it: another one only shows it, too. */
  readonly isMine: boolean
}

let state: SaleState = { sale: keptSale(), refusal: undefined, refused: undefined, isMine: true }
const listeners = new Set<() => void>()

function keptSale(): Sale | undefined {
  const kept = readStored(storedSale, isSale)
  return kept && isWorthKeeping(kept, Date.now()) ? kept : undefined
}

export const saleState = (): SaleState => state

function take(next: SaleState): void {
  const before = state.sale
  state = next
  const tone = before && next.sale && toneOf(salePhaseOf(before), salePhaseOf(next.sale))
  if (tone && (next.isMine || !document.hidden) && readStored('sound', isBoolean) !== false) playTone(tone)
  if (next.sale?.payment?.status !== before?.payment?.status || next.sale?.cash?.done !== before?.cash?.done)
    void queryClient.invalidateQueries({ queryKey: ['sales'] })
  for (const listener of listeners) listener()
}

/** Changes what is sold here, and keeps it. */
export function putSale(
  sale: Sale | undefined,
  more: { readonly [Key in 'refusal' | 'refused']?: SaleState[Key] } = {},
): void {
  const changed = sale !== state.sale
  if (changed) writeStored(storedSale, sale)
  take({ sale, refusal: more.refusal, refused: more.refused, isMine: true })
}

/** Changes the sale that is shown, if there still is one. */
export function changeSale(change: (sale: Sale) => Sale, refusal?: ApiError): void {
  if (state.sale) putSale(change(state.sale), { refusal })
}

/** News of the payment that is shown. */
export function applyPayment(news: Payment): void {
  const { sale } = state
  if (!sale) return
  noteNews(news)
  const next = updated(sale, news)
  if (next === sale) return
  writeStored(storedSale, next)
  take({ ...state, sale: next })
}

export const clearSaleError = (): void => {
  if (state.refusal || state.refused) take({ ...state, refusal: undefined, refused: undefined })
}

/** Shows what another tab of this till does with the one sale. */
export function shareSale(onTaken: () => void): void {
  window.addEventListener('storage', event => {
    if (event.key !== storageKey(storedSale)) return
    const read = (text: string | null) => {
      const value: unknown = text === null ? undefined : JSON.parse(text)
      return isSale(value) ? value : undefined
    }
    const next = sharedSale(state.sale, read(event.newValue), read(event.oldValue))
    if (next === state.sale) return
    take({ sale: next, refusal: undefined, refused: undefined, isMine: false })
    onTaken()
  })
}

/** For outside of React. @returns the way to stop */
export function watchSale(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const useSaleState = (): SaleState => useSyncExternalStore(watchSale, saleState)
