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

/** The key that takes back one typed digit, and does nothing else. */
const eraseKey = 'Undo'
/** Keys that were held and then sent again to the page. They are not held a second time. */
const resentKeys = new WeakSet<Event>()

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Returns the field that a key is typed into; null outside of fields. */
const fieldOf = ({ target }: KeyboardEvent): Field | null =>
  target instanceof HTMLElement ? target.closest<Field>('input, textarea, select') : null

/**
 * Returns whether a key may be part of a code. A blank before any other key presses the focused button
 * instead.
 */
const isPrintable = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent, { held }: ScannerKeys) =>
  key.length === 1 && (key !== ' ' || held.length > 0) && !(ctrlKey || metaKey || altKey)

/** Keeps a key from the page. */
const swallow = (event: KeyboardEvent) => {
  event.preventDefault()
  event.stopImmediatePropagation()
}

/** Sets the text of a field as typing would, so that React notices it. */
function fill(field: Field, text: string): void {
  if (field.value === text) return
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}

/**
 * Returns a function that takes the next key in a text field, finds a code among the keys, and takes it out
 * of the field.
 */
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
    swallow(event)
    fill(field, textBefore)
    onCode(code)
  }
}

/** Returns the step after a key outside of text fields. */
function stepAfter(event: KeyboardEvent, keys: ScannerKeys): ScannerStep {
  if (event.key === 'Enter') return afterEnter(keys, event.timeStamp)
  if (!isPrintable(event, keys)) return afterSilence(keys)
  return afterKey(keys, { key: event.key, atMs: event.timeStamp }, event.repeat)
}

/** Calls `onCode` with every code that is scanned on this page, until the returned function is called. */
export function listenForCodes(onCode: (code: string) => void): () => void {
  let keys: ScannerKeys = noScannerKeys
  let target: EventTarget = document
  let timer: ReturnType<typeof setTimeout> | undefined
  const onFieldKey = fieldListener(onCode)

  // Sends a key on to the page, and returns whether the page took it.
  const send = (key: string) => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
    resentKeys.add(event)
    return !target.dispatchEvent(event)
  }
  // How many of the keys that were sent on last the page took, and can take back.
  let shownCount = 0
  const applyStep = ({ keys: next, typed, code, takenBack = 0 }: ScannerStep) => {
    keys = next
    for (; takenBack > 0 && shownCount > 0; shownCount--) send(eraseKey)
    if (typed.length > 0) shownCount = typed.filter(send).length
    if (code !== undefined) onCode(code)
    clearTimeout(timer)
    const waitMs = silenceMs(keys)
    timer = waitMs === undefined ? undefined : setTimeout(() => applyStep(afterSilence(keys)), waitMs)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (resentKeys.has(event) || event.key === 'Shift') return
    const field = fieldOf(event)
    if (field) return onFieldKey(event, field)
    const step = stepAfter(event, keys)
    if (step.isTaken) swallow(event)
    applyStep(step)
    target = event.target ?? document
  }
  window.addEventListener('keydown', onKeyDown, { capture: true })
  return () => {
    clearTimeout(timer)
    window.removeEventListener('keydown', onKeyDown, { capture: true })
  }
}
