// The printer beside this till: prints a page there once, says how it went, and prints the receipt by itself
// when a sale is paid.
import i18next from 'i18next'
import { useSyncExternalStore } from 'react'
import type { ApiError } from '../../kit/api.ts'
import { queryClient } from '../../kit/query.ts'
import { printAtTill, refreshTill, type TillMe } from '../../kit/till.ts'
import type { Sale } from '../sale/sale.model.ts'
import { saleState, watchSale } from '../sale/sale-store.ts'
import { type Page, receiptPage, referenceOf, turnsPaid } from './print.model.ts'

export type Printing =
  | { readonly kind: 'busy' | 'printed'; readonly key: string }
  | { readonly kind: 'failed'; readonly key: string; readonly apiError: ApiError }

/** The last page. */
let last: Printing | undefined
const listeners = new Set<() => void>()
function show(next: Printing | undefined): void {
  last = next
  for (const listener of listeners) listener()
}
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Prints a page once. A second tap while it is under way changes nothing.
 * @param byItself nobody asked: the box then prints it for the first of this till's tabs
 */
export async function printThere({ key, order }: Page, byItself = false): Promise<void> {
  if (last?.key === key && last.kind === 'busy') return
  show({ kind: 'busy', key })
  const language = i18next.language === 'sw' ? 'sw' : 'en'
  const answer = await printAtTill({ ...order, language, ...(byItself ? { once: true } : {}) })
  // The printer may have been taken from the till, or given to it, since it was last asked.
  if (!answer.ok) void refreshTill()
  if (last?.key !== key) return
  if (!answer.ok) show({ kind: 'failed', key, apiError: answer.apiError })
  else show(answer.value.printed ? { kind: 'printed', key } : undefined)
}

/** How printing a page goes, once it was asked for. */
export function usePrinting(page: Page | undefined): Printing | undefined {
  const shown = useSyncExternalStore(subscribe, () => last)
  return page && shown?.key === page.key ? shown : undefined
}

/** What came of a page is of no interest any more; one that is under way goes on. */
export function forgetPrinting(key: string): void {
  if (last?.key === key && last.kind !== 'busy') show(undefined)
}

/**
 * From now on a receipt prints when a sale is paid in this tab, where the till's printer is to do so; never
 * when it is shown again.
 */
export function startAutoPrint(): void {
  let before: Sale | undefined = saleState().sale
  watchSale(() => {
    const { sale, isMine } = saleState()
    const paid = turnsPaid(before, sale)
    before = sale
    const here = queryClient.getQueryData<TillMe | null>(['till'])
    if (!paid || !isMine || !sale || !here?.till.printer?.auto || here.till.id !== sale.caller.till) return
    const reference = referenceOf(sale)
    if (reference !== undefined) void printThere(receiptPage(reference), true)
  })
}
