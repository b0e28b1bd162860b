// Printing at the till's printer: each page once, with its progress; receipts automatically when a sale is
// paid.
import i18next from 'i18next'
import { useSyncExternalStore } from 'react'
import type { ApiError } from '../../kit/api.ts'
import { newListeners } from '../../kit/listeners.ts'
import { queryClient } from '../../kit/query.ts'
import { printAtTill, refreshTill, type TillMe } from '../../kit/till.ts'
import type { Sale } from '../sale/sale.model.ts'
import { saleState, subscribeSale } from '../sale/sale-store.ts'
import { type BrowserPage, printInBrowser } from './paper.ts'
import { becamePaid, type PrinterPage, receiptPage, saleReferenceOf } from './print.model.ts'

/** A page in both forms: for the till's printer and for the browser. */
export interface Printout {
  /** Undefined if the till has no printer, or while the server has not answered. */
  readonly printerPage: PrinterPage | undefined
  readonly browserPage: BrowserPage
}

/** The progress of printing a page. */
export type PrintProgress =
  | { readonly kind: 'busy' | 'printed'; readonly key: string }
  | { readonly kind: 'failed'; readonly key: string; readonly apiError: ApiError }

/** The progress of the page that was requested last. */
let lastProgress: PrintProgress | undefined
/** The pages that this tab has printed. */
const printedKeys = new Set<string>()
const listeners = newListeners()
/** Sets the progress, and notifies the components that show it. */
function setProgress(next: PrintProgress | undefined): void {
  lastProgress = next
  if (next?.kind === 'printed') printedKeys.add(next.key)
  listeners.call()
}

/**
 * Prints a page at the till's printer. A second tap while it prints changes nothing. With `once`, the server
 * prints it only for the first of this till's tabs that asks.
 */
async function printAtPrinter(
  { key, request }: PrinterPage,
  options?: { readonly once: true },
): Promise<void> {
  if (lastProgress?.key === key && lastProgress.kind === 'busy') return
  setProgress({ kind: 'busy', key })
  const language = i18next.language === 'sw' ? 'sw' : 'en'
  const answer = await printAtTill({ ...request, language, ...options })
  // The till's printer may have changed since the last request.
  if (!answer.ok) void refreshTill()
  // Another page was requested in the meantime, and its progress is shown.
  if (lastProgress?.key !== key) return
  if (!answer.ok) setProgress({ kind: 'failed', key, apiError: answer.apiError })
  // If another tab has printed it, there is nothing to show.
  else setProgress(answer.value.printed ? { kind: 'printed', key } : undefined)
}

/** Prints at the till's printer, or with the browser if the till has none. */
export function print({ printerPage, browserPage }: Printout): void {
  if (printerPage) void printAtPrinter(printerPage)
  else printInBrowser(browserPage)
}

/** Returns the progress of printing a page; undefined unless it is the page that was requested last. */
export function usePrintProgress(page: PrinterPage | undefined): PrintProgress | undefined {
  const current = useSyncExternalStore(listeners.subscribe, () => lastProgress)
  return page && current?.key === page.key ? current : undefined
}

/** Returns whether this tab has printed the page at the till's printer. */
export const wasPrinted = (page: PrinterPage | undefined): boolean =>
  page !== undefined && printedKeys.has(page.key)

/** Clears the progress of a page that was printed or failed; a page that still prints keeps its progress. */
export function clearPrintProgress(key: string): void {
  if (lastProgress?.key === key && lastProgress.kind !== 'busy') setProgress(undefined)
}

/** Prints the receipt of each sale that becomes paid in this tab, if the till's printer is set to do so. */
export function startAutoPrint(): void {
  let before: Sale | undefined = saleState().sale
  subscribeSale(() => {
    const { sale, isMine } = saleState()
    const isPaid = becamePaid(before, sale)
    before = sale
    if (!isPaid || !isMine || !sale) return
    const till = queryClient.getQueryData<TillMe | null>(['till'])?.till
    if (!till?.printer?.auto || till.id !== sale.caller.till) return
    const reference = saleReferenceOf(sale)
    if (reference !== undefined) void printAtPrinter(receiptPage(reference), { once: true })
  })
}
