// A paid sale's receipt, ready to be printed.
import { useTillDevice } from '../parts/till-device.ts'
import type { Sale } from '../sale/sale.model.ts'
import { receiptPage, saleReferenceOf } from './print.model.ts'
import { type Printout, usePrintProgress, wasPrinted } from './print.ts'

interface ReceiptPrint {
  readonly receipt: Printout
  /** The text key of the button that prints the receipt. */
  readonly label: 'print' | 'print_again'
}

/**
 * Returns the receipt of a sale to print, and the label of its button, which changes once the till's printer
 * has been asked for it.
 */
export function useReceiptPrint(sale: Sale): ReceiptPrint {
  const device = useTillDevice()
  const reference = device.till?.printer ? saleReferenceOf(sale) : undefined
  const printerPage = reference === undefined ? undefined : receiptPage(reference)
  const wasRequested = usePrintProgress(printerPage) !== undefined || wasPrinted(printerPage)
  return {
    receipt: { printerPage, browserPage: { kind: 'receipt', sale, device } },
    label: wasRequested ? 'print_again' : 'print',
  }
}
