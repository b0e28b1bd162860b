// Tells a barcode scanner from a person by the speed of its keys. A scanner is a keyboard that types a code,
// usually with Enter after it. Keys are held until it is clear who typed them: those of a person then reach
// the keypad, and those of a scanner become one code and charge nothing. A text field takes its keys as they
// come; a code among them is known at its Enter.

/** One printable key, or Enter. */
export interface TimedKey {
  readonly key: string
  /** When it was pressed, in milliseconds of any clock. */
  readonly atMs: number
}

/** The keys that are held until it is clear who typed them. */
export interface ScannerKeys {
  readonly held: readonly TimedKey[]
  /** The keys that were sent on to the page before those held. A code that paused early begins with them. */
  readonly sent: readonly TimedKey[]
  /** Other keys came shortly before `sent`, as a person types: no code begins with these. */
  readonly isTyping: boolean
  /** When the last scan ended; its Enter may follow. */
  readonly scannedAtMs: number | undefined
}

/** The result of a key, or of a pause. */
export interface ScannerStep {
  readonly keys: ScannerKeys
  /** Keys that a person typed, which are sent on to the page. */
  readonly typed: readonly string[]
  /** A code that was scanned. */
  readonly code?: string
  /** How many keys at the start of the code were sent on to the page, which must take them back. */
  readonly takenBack?: number
  /** The key itself is held or part of a scan, so it does nothing now. */
  readonly isTaken: boolean
}

/** The state while no key is held. */
export const noScannerKeys: ScannerKeys = { held: [], sent: [], isTyping: false, scannedAtMs: undefined }

/** Fast typists leave 60 ms and more between two keys; scanners at most 50, wireless ones included. */
const scannerGapMs = 50
/** Fingers that roll over the keys are as fast. Enter ends a scan only after this many keys at this speed. */
const burstKeys = 4
/** A wireless scanner, or a busy tablet, may pause within a code. */
const burstGapMs = 200
/** The shortest code that counts without Enter after it. */
const codeWithoutEnterMin = 6
/** An Enter this soon after a code belongs to it. */
const enterAfterScanMs = 400

/** Returns whether enough keys came at the speed of a scanner. */
const isBurst = ({ held }: ScannerKeys) => held.length >= burstKeys
/** Returns how long after the last key the next one still belongs to the scan, in ms. */
const gapMax = (keys: ScannerKeys) => (isBurst(keys) ? burstGapMs : scannerGapMs)

/** Returns whether a key came so soon after the last of `before` that one code may hold both. */
const isNear = (before: readonly TimedKey[], next: TimedKey | undefined) => {
  const last = before.at(-1)
  return last !== undefined && next !== undefined && next.atMs - last.atMs <= burstGapMs
}

/** Returns the step that ends a scan at `atMs`. Keys that were sent shortly before it begin its code. */
function scanned({ held, sent, isTyping }: ScannerKeys, atMs: number): ScannerStep {
  const start = !isTyping && isNear(sent, held[0]) ? sent : []
  const code = [...start, ...held].map(({ key }) => key).join('')
  return {
    keys: { ...noScannerKeys, scannedAtMs: atMs },
    typed: [],
    code,
    takenBack: start.length,
    isTaken: false,
  }
}

/** Returns how long to wait for the next key before `afterSilence` decides; undefined while none is held. */
export const silenceMs = (keys: ScannerKeys): number | undefined =>
  keys.held.length === 0 ? undefined : gapMax(keys)

/** Decides after a pause: a long code was scanned without Enter, anything else was typed. */
export function afterSilence(keys: ScannerKeys): ScannerStep {
  const { held, sent } = keys
  const last = held.at(-1)
  if (!last) return { keys, typed: [], isTaken: false }
  if (held.length >= codeWithoutEnterMin) return scanned(keys, last.atMs)
  return {
    keys: { ...keys, held: [], sent: held, isTyping: isNear(sent, held[0]) },
    typed: held.map(({ key }) => key),
    isTaken: false,
  }
}

/** Takes the next printable key. A repeated key is held down by a finger, so it is not from a scanner. */
export function afterKey(keys: ScannerKeys, next: TimedKey, isRepeat = false): ScannerStep {
  const last = keys.held.at(-1)
  const follows = last !== undefined && next.atMs - last.atMs <= gapMax(keys)
  if (isRepeat) return { ...afterSilence(keys), isTaken: false }
  if (follows) return { keys: { ...keys, held: [...keys.held, next] }, typed: [], isTaken: true }
  // A scanner sends its Enter before any other key, so an Enter after this key is not from the last scan.
  const pause = afterSilence(keys)
  return { ...pause, keys: { ...pause.keys, held: [next], scannedAtMs: undefined }, isTaken: true }
}

/** Takes Enter: it ends a scan, or a person pressed it and it does what it always does. */
export function afterEnter(keys: ScannerKeys, atMs: number): ScannerStep {
  const last = keys.held.at(-1)
  if (last && isBurst(keys) && atMs - last.atMs <= gapMax(keys))
    return { ...scanned(keys, atMs), isTaken: true }
  const pause = afterSilence(keys)
  const { scannedAtMs } = pause.keys
  const isLateEnter = scannedAtMs !== undefined && atMs - scannedAtMs <= enterAfterScanMs
  return { ...pause, keys: { ...pause.keys, scannedAtMs: undefined }, isTaken: isLateEnter }
}

/** The keys in a text field, and its text before the first that may be of a scanner. */
export interface FieldKeys {
  readonly keys: ScannerKeys
  readonly textBefore: string
}

/** Takes the next printable key in a text field. `text` is what is in the field without that key. */
export function afterFieldKey(typed: FieldKeys, next: TimedKey, text: string, isRepeat = false): FieldKeys {
  const { keys } = afterKey(typed.keys, next, isRepeat)
  const isPart = keys.held.length > 1 || (!keys.isTyping && isNear(keys.sent, next))
  return { keys, textBefore: isPart ? typed.textBefore : text }
}

/** Takes Enter in a text field. Returns the code that it ends; undefined if a person typed the text. */
export function codeInField({ keys }: FieldKeys, atMs: number): string | undefined {
  const { code, isTaken } = afterEnter(keys, atMs)
  return isTaken ? code : undefined
}
