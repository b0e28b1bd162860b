// Printing on the till's printer: each page once, with its progress; receipts automatically when a sale is
// paid.
import i18next from 'i18next'
import { useSyncExternalStore } from 'react'
import type { ApiError } from '../../kit/api.ts'
import { newListeners } from '../../kit/listeners.ts'
import { queryClient } from '../../kit/query.ts'
import { printAtTill, refreshTill, type TillMe } from '../../kit/till.ts'
import type { Sale } from '../sale/sale.model.ts'
import { saleState, subscribeSale } from '../sale/sale-store.ts'
import { type Paper, printInBrowser } from './paper.ts'
import { becamePaid, type PrintPage, receiptPage, referenceOf } from './print.model.ts'

/** A page in both forms that it can be printed in. */
export interface Printout {
  /** For the till's printer; undefined if the till has none. */
  readonly page: PrintPage | undefined
  /** For the browser's print dialog. */
  readonly paper: Paper
}

/** The progress of printing a page. */
export type Printing =
  | { readonly kind: 'busy' | 'printed'; readonly key: string }
  | { readonly kind: 'failed'; readonly key: string; readonly apiError: ApiError }

/** The progress of the page that was requested last. */
let lastPrinting: Printing | undefined
/** The pages that this tab has printed. */
const printedKeys = new Set<string>()
const listeners = newListeners()
/** Sets the progress, and notifies the page. */
function setPrinting(next: Printing | undefined): void {
  lastPrinting = next
  if (next?.kind === 'printed') printedKeys.add(next.key)
  listeners.call()
}

/**
 * Prints a page at the till's printer. A second tap while it is under way changes nothing. An automatic page
 * is printed only for the first of this till's tabs.
 */
async function printAtPrinter({ key, order }: PrintPage, isAutomatic = false): Promise<void> {
  if (lastPrinting?.key === key && lastPrinting.kind === 'busy') return
  setPrinting({ kind: 'busy', key })
  const language = i18next.language === 'sw' ? 'sw' : 'en'
  const answer = await printAtTill({ ...order, language, ...(isAutomatic ? { once: true } : {}) })
  // The till's printer may have changed since the last request.
  if (!answer.ok) void refreshTill()
  if (lastPrinting?.key !== key) return
  if (!answer.ok) setPrinting({ kind: 'failed', key, apiError: answer.apiError })
  else setPrinting(answer.value.printed ? { kind: 'printed', key } : undefined)
}

/** Prints at the till's printer, or with the browser if the till has none. */
export function print({ page, paper }: Printout): void {
  if (page) void printAtPrinter(page)
  else printInBrowser(paper)
}

/** Returns the progress of a page; undefined if another page was requested since, or none. */
export function usePrinting(page: PrintPage | undefined): Printing | undefined {
  const current = useSyncExternalStore(listeners.subscribe, () => lastPrinting)
  return page && current?.key === page.key ? current : undefined
}

/** Returns whether this tab has printed the page. */
export const wasPrinted = (page: PrintPage | undefined): boolean =>
  page !== undefined && printedKeys.has(page.key)

/** Hides the result of a page; printing under way continues. */
export function clearPrinting(key: string): void {
  if (lastPrinting?.key === key && lastPrinting.kind !== 'busy') setPrinting(undefined)
}

/**
 * Prints the receipt when a sale is paid in this tab and the printer is set to do so; never a second time.
 */
export function startAutoPrint(): void {
  let before: Sale | undefined = saleState().sale
  subscribeSale(() => {
    const { sale, isMine } = saleState()
    const isPaid = becamePaid(before, sale)
    before = sale
    const me = queryClient.getQueryData<TillMe | null>(['till'])
    if (!isPaid || !isMine || !sale || !me?.till.printer?.auto || me.till.id !== sale.caller.till) return
    const reference = referenceOf(sale)
    if (reference !== undefined) void printAtPrinter(receiptPage(reference), true)
  })
}
