// Listens to the keys of the page before anything else does, and finds the codes of a scanner among them
// (scanner.model.ts). Text fields take their keys as they come; a code among them is taken out at its Enter.
import {
  afterEnter,
  afterFieldKey,
  afterKey,
  afterSilence,
  codeInField,
  type FieldKeys,
  noScannerKeys,
  type ScannerKeys,
  type ScannerStep,
  silenceMs,
} from './scanner.model.ts'

/** Keys that were held and then sent again to the page. They are not held a second time. */
const givenBack = new WeakSet<Event>()

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const fieldOf = ({ target }: KeyboardEvent): Field | null =>
  target instanceof HTMLElement ? target.closest<Field>('input, textarea, select') : null

/** Whether a key may be part of a code. A blank before any other key presses the focused button instead. */
const isPrintable = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent, { held }: ScannerKeys) =>
  key.length === 1 && (key !== ' ' || held.length > 0) && !(ctrlKey || metaKey || altKey)

const stop = (event: KeyboardEvent) => {
  event.preventDefault()
  event.stopImmediatePropagation()
}

/** Sets the text as typing would, so that React notices it. */
function fill(field: Field, text: string): void {
  if (field.value === text) return
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}

/** Finds codes in text fields. @returns a function that takes the next key in a field */
function fieldListener(onCode: (code: string) => void): (event: KeyboardEvent, field: Field) => void {
  const none: FieldKeys = { keys: noScannerKeys, textBefore: '' }
  let typed = none
  let last: Field | undefined
  return (event, field) => {
    if (field !== last) typed = none
    last = field
    if (event.key !== 'Enter') {
      typed = isPrintable(event, typed.keys)
        ? afterFieldKey(typed, { key: event.key, atMs: event.timeStamp }, field.value, event.repeat)
        : none
      return
    }
    const code = codeInField(typed, event.timeStamp)
    const { textBefore } = typed
    typed = none
    if (code === undefined) return
    stop(event)
    fill(field, textBefore)
    onCode(code)
  }
}

/** Calls `onCode` with every code that is scanned on this page. @returns a function that stops it */
export function listenForCodes(onCode: (code: string) => void): () => void {
  let keys: ScannerKeys = noScannerKeys
  let target: EventTarget = document
  let timer: ReturnType<typeof setTimeout> | undefined
  const inField = fieldListener(onCode)

  const take = ({ keys: next, typed, code }: ScannerStep) => {
    keys = next
    for (const key of typed) {
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
      givenBack.add(event)
      target.dispatchEvent(event)
    }
    if (code !== undefined) onCode(code)
    clearTimeout(timer)
    const waitMs = silenceMs(keys)
    timer = waitMs === undefined ? undefined : setTimeout(() => take(afterSilence(keys)), waitMs)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (givenBack.has(event) || event.key === 'Shift') return
    const field = fieldOf(event)
    if (field) return inField(event, field)
    const step =
      event.key === 'Enter'
        ? afterEnter(keys, event.timeStamp)
        : isPrintable(event, keys)
          ? afterKey(keys, { key: event.key, atMs: event.timeStamp }, event.repeat)
          : afterSilence(keys)
    if (step.isTaken) stop(event)
    take(step)
    target = event.target ?? document
  }
  window.addEventListener('keydown', onKeyDown, { capture: true })
  return () => {
    clearTimeout(timer)
    window.removeEventListener('keydown', onKeyDown, { capture: true })
  }
}
