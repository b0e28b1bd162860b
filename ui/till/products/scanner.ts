// Listens to the keys of the page before anything else does, and finds the codes of a scanner among them
// (scanner.model.ts). Text fields keep all their keys: a code scanned into one stays text.
import { useEffect } from 'react'
import {
  afterEnter,
  afterKey,
  afterSilence,
  noScannerKeys,
  type ScannerKeys,
  type ScannerStep,
  silenceMs,
} from './scanner.model.ts'

/** Keys that were held and are given back: they are not held again. */
const givenBack = new WeakSet<Event>()

const isInText = ({ target }: KeyboardEvent) =>
  target instanceof HTMLElement && target.closest('input, textarea, select') !== null

type CodeListener = (code: string) => void
const listeners = new Set<CodeListener>()

/** Hears scanned codes. One that comes while no screen takes codes does nothing. @returns unsubscribes */
export function subscribeCodes(listener: CodeListener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Takes the keys of a scanner on every screen of the till, so that none of them charges. */
export function Scanner() {
  useEffect(() => {
    let keys: ScannerKeys = noScannerKeys
    let target: EventTarget = document
    let timer: ReturnType<typeof setTimeout> | undefined

    const take = ({ keys: next, typed, code }: ScannerStep) => {
      keys = next
      for (const key of typed) {
        const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
        givenBack.add(event)
        target.dispatchEvent(event)
      }
      if (code !== undefined) for (const listener of listeners) listener(code)
      clearTimeout(timer)
      const waitMs = silenceMs(keys)
      timer = waitMs === undefined ? undefined : setTimeout(() => take(afterSilence(keys)), waitMs)
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (givenBack.has(event) || isInText(event) || event.key === 'Shift') return
      // A blank presses the button that has the focus, unless it is within a code.
      const isPrintable =
        event.key.length === 1 &&
        (event.key !== ' ' || keys.held.length > 0) &&
        !(event.ctrlKey || event.metaKey || event.altKey)
      const step =
        event.key === 'Enter'
          ? afterEnter(keys, event.timeStamp)
          : isPrintable
            ? afterKey(keys, { key: event.key, atMs: event.timeStamp }, event.repeat)
            : afterSilence(keys)
      if (step.isTaken) {
        event.preventDefault()
        event.stopImmediatePropagation()
      }
      take(step)
      target = event.target ?? document
    }
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => {
      clearTimeout(timer)
      window.removeEventListener('keydown', onKeyDown, { capture: true })
    }
  }, [])
  return null
}
