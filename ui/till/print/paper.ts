// The page that the browser prints: what it shows, and on which roll.
import { type ReactNode, useSyncExternalStore } from 'react'
import { newListeners } from '../../kit/listeners.ts'
import { readStored, writeStored } from '../../kit/storage.ts'
import type { TillDevice } from '../parts/till-device.ts'
import type { Sale } from '../sale/sale.model.ts'

export type Paper =
  | { readonly kind: 'bill' | 'receipt'; readonly sale: Sale; readonly device: TillDevice }
  /** Pages that parts of the till render which load later. */
  | { readonly kind: 'refund' | 'report'; readonly content: ReactNode; readonly device: TillDevice }

let paper: Paper | undefined
const listeners = newListeners()

/** Shows a page to the browser's print dialog. */
export function printInBrowser(next: Paper): void {
  paper = { ...next }
  listeners.call()
}

type Width = '58' | '80'
const isWidth = (value: unknown): value is Width => value === '58' || value === '80'
/** Returns the width of this device's paper roll in millimetres. */
export const readPaperWidth = (): Width => readStored('paper', isWidth) ?? '80'

/** Stores the width of the roll, and returns it. */
export function setPaperWidth(width: Width): Width {
  writeStored('paper', width)
  return width
}

/** Returns the page that was last requested. */
export const usePaper = (): Paper | undefined => useSyncExternalStore(listeners.subscribe, () => paper)
