// The page that the browser prints: what it shows, and on which roll.
import { type ReactNode, useSyncExternalStore } from 'react'
import { newListeners } from '../../kit/listeners.ts'
import { readStored, writeStored } from '../../kit/storage.ts'
import type { TillDevice } from '../parts/till-device.ts'
import type { Sale } from '../sale/sale.model.ts'

export type BrowserPage =
  | { readonly kind: 'bill' | 'receipt'; readonly sale: Sale; readonly device: TillDevice }
  /** Pages that parts of the till render which load later. */
  | { readonly kind: 'refund' | 'report'; readonly content: ReactNode; readonly device: TillDevice }

let requestedPage: BrowserPage | undefined
const listeners = newListeners()

/** Prints a page with the browser's print dialog. */
export function printInBrowser(page: BrowserPage): void {
  // As a new object, the page is also printed if it was printed before.
  requestedPage = { ...page }
  listeners.call()
}

type PaperWidth = '58' | '80'
const isPaperWidth = (value: unknown): value is PaperWidth => value === '58' || value === '80'
/** Returns the width of this device's paper roll in millimetres; 80 until one is chosen. */
export const readPaperWidth = (): PaperWidth => readStored('paper', isPaperWidth) ?? '80'

/** Stores the width of the roll, and returns it. */
export function setPaperWidth(width: PaperWidth): PaperWidth {
  writeStored('paper', width)
  return width
}

/** Returns the page that was requested last, to be rendered for the browser; undefined before the first. */
export const useBrowserPage = (): BrowserPage | undefined =>
  useSyncExternalStore(listeners.subscribe, () => requestedPage)
