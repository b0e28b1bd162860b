// A paid sale's receipt, ready to be printed.
import { useTillDevice } from '../parts/till-device.ts'
import type { Sale } from '../sale/sale.model.ts'
import { receiptPage, referenceOf } from './print.model.ts'
import { type Printout, usePrinting, wasPrinted } from './print.ts'

interface ReceiptPrint {
  readonly receipt: Printout
  /** The text key of the button that prints it. */
  readonly label: 'print' | 'print_again'
}

/** Returns the sale's receipt, and whether the button offers to print it again. */
export function useReceiptPrint(sale: Sale): ReceiptPrint {
  const device = useTillDevice()
  const reference = device.till?.printer ? referenceOf(sale) : undefined
  const page = reference === undefined ? undefined : receiptPage(reference)
  const isAgain = usePrinting(page) !== undefined || wasPrinted(page)
  return {
    receipt: { page, paper: { kind: 'receipt', sale, device } },
    label: isAgain ? 'print_again' : 'print',
  }
}
