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
  /** The key itself is held or part of a scan, so it does nothing now. */
  readonly isTaken: boolean
}

/** The state while no key is held. */
export const noScannerKeys: ScannerKeys = { held: [], scannedAtMs: undefined }

/** Fast typists leave 60 ms and more between two keys; scanners at most 50, wireless ones included. */
const scannerGapMs = 50
/** Fingers that roll over the keys are as fast. Enter ends a scan only after this many keys at this speed. */
const burstKeys = 4
/** A wireless scanner may pause within a code. */
const burstGapMs = 200
/** The shortest code that counts without Enter after it. */
const codeWithoutEnterMin = 6
/** An Enter this soon after a code belongs to it. */
const enterAfterScanMs = 400

/** Returns whether enough keys came at the speed of a scanner. */
const isBurst = ({ held }: ScannerKeys) => held.length >= burstKeys
/** Returns how long after the last key the next one still belongs to the scan, in ms. */
const gapMax = (keys: ScannerKeys) => (isBurst(keys) ? burstGapMs : scannerGapMs)
const textOf = ({ held }: ScannerKeys) => held.map(({ key }) => key).join('')

/** Returns how long to wait for the next key before `afterSilence` decides; undefined while none is held. */
export const silenceMs = (keys: ScannerKeys): number | undefined =>
  keys.held.length === 0 ? undefined : gapMax(keys)

/** Decides after a pause: a long code was scanned without Enter, anything else was typed. */
export function afterSilence(keys: ScannerKeys): ScannerStep {
  const last = keys.held.at(-1)
  if (last && keys.held.length >= codeWithoutEnterMin)
    return {
      keys: { held: [], scannedAtMs: last.atMs },
      typed: [],
      code: textOf(keys),
      isTaken: false,
    }
  return { keys: { ...keys, held: [] }, typed: keys.held.map(({ key }) => key), isTaken: false }
}

/** Takes the next printable key. A repeated key is held down by a finger, so it is not from a scanner. */
export function afterKey(keys: ScannerKeys, next: TimedKey, isRepeat = false): ScannerStep {
  const last = keys.held.at(-1)
  const follows = last !== undefined && next.atMs - last.atMs <= gapMax(keys)
  if (isRepeat) return { ...afterSilence(keys), isTaken: false }
  if (follows) return { keys: { ...keys, held: [...keys.held, next] }, typed: [], isTaken: true }
  // A scanner sends its Enter before any other key, so an Enter after this key is not from the last scan.
  return { ...afterSilence(keys), keys: { held: [next], scannedAtMs: undefined }, isTaken: true }
}

/** Takes Enter: it ends a scan, or a person pressed it and it does what it always does. */
export function afterEnter(keys: ScannerKeys, atMs: number): ScannerStep {
  const last = keys.held.at(-1)
  if (last && isBurst(keys) && atMs - last.atMs <= gapMax(keys))
    return { keys: { held: [], scannedAtMs: atMs }, typed: [], code: textOf(keys), isTaken: true }
  const before = afterSilence(keys)
  const scannedAtMs = before.keys.scannedAtMs
  const isLateEnter = scannedAtMs !== undefined && atMs - scannedAtMs <= enterAfterScanMs
  return { ...before, keys: { ...before.keys, scannedAtMs: undefined }, isTaken: isLateEnter }
}

/** The keys in a text field, and its text before the first that may be of a scanner. */
export interface FieldKeys {
  readonly keys: ScannerKeys
  readonly textBefore: string
}

/** Takes the next printable key in a text field. `text` is what is in the field without that key. */
export function afterFieldKey(typed: FieldKeys, next: TimedKey, text: string, isRepeat = false): FieldKeys {
  const { keys } = afterKey(typed.keys, next, isRepeat)
  return { keys, textBefore: keys.held.length > 1 ? typed.textBefore : text }
}

/** Takes Enter in a text field. Returns the code that it ends; undefined if a person typed the text. */
export function codeInField({ keys }: FieldKeys, atMs: number): string | undefined {
  const { code, isTaken } = afterEnter(keys, atMs)
  return isTaken ? code : undefined
}
