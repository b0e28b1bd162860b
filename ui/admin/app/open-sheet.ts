// Which sheet is open: the command palette or the list of keyboard shortcuts.
import { newListeners } from '../../kit/listeners.ts'

/** Whether shortcuts use ⌘ in place of Ctrl. */
export const isMac = /Mac|iP(hone|ad)/.test(navigator.platform)
/** The shortcut of the palette, as its button shows it. */
export const paletteKey = isMac ? '⌘ K' : 'Ctrl K'

/** The open sheet: undefined before the first one opens, `none` after one has closed. */
export type OpenSheet = 'palette' | 'keys' | 'none'
let openSheet: OpenSheet | undefined
const listeners = newListeners()
/** Calls the listener whenever a sheet opens or closes. Returns a function that unsubscribes it. */
export const subscribeSheet = listeners.subscribe
/** Returns the sheet that is open: undefined before the first one opens, `none` after one has closed. */
export const currentSheet = (): OpenSheet | undefined => openSheet
/** Opens a sheet in place of the open one, or closes it (`none`), and calls the subscribed listeners. */
export function showSheet(next: OpenSheet): void {
  openSheet = next
  listeners.call()
}
