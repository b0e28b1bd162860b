// Decides which part of the camera's picture the till reads, when a code counts, and why there is no picture.
import { barcodeKey } from '../../../src/domain/barcode.ts'

/** Milliseconds. If a code returns after at least this long out of view, the cashier shows another piece. */
const goneMs = 1_500

/** The codes that have counted, each with the time when it went out of view; undefined while in view. */
export type CodesSeen = ReadonlyMap<string, number | undefined>
export const noCodesSeen: CodesSeen = new Map()

/**
 * Takes the codes of one look. A code counts when it comes into view and, however long it stays or however
 * slow the looks are, not again before it was gone.
 * @returns the codes that count now
 */
export function afterLook(
  seen: CodesSeen,
  codes: readonly string[],
  nowMs: number,
): { readonly seen: CodesSeen; readonly counted: readonly string[] } {
  const inView = new Map(codes.map(code => [barcodeKey(code), code]))
  const kept = [...seen].filter(([, missedAtMs = nowMs]) => nowMs - missedAtMs < goneMs)
  const next = new Map(kept.map(([key, missedAtMs]) => [key, missedAtMs ?? nowMs]))
  const counted = [...inView].filter(([key]) => !next.has(key)).map(([, code]) => code)
  const isInView = [...inView.keys()].map(key => [key, undefined] as const)
  return { seen: new Map<string, number | undefined>([...next, ...isInView]), counted }
}

interface Size {
  readonly width: number
  readonly height: number
}

/** The shape of the picture on the screen, which cuts off what is longer; and the frame's share of it. */
const shownRatio = 4 / 3
export const frameShare: Size = { width: 0.88, height: 0.7 }

/** Returns the part of a camera's picture that lies inside the frame. */
export function framePart({ width, height }: Size): Size & { readonly left: number; readonly top: number } {
  const shown = { width: Math.min(width, height * shownRatio), height: Math.min(height, width / shownRatio) }
  const inside = {
    width: Math.round(shown.width * frameShare.width),
    height: Math.round(shown.height * frameShare.height),
  }
  return {
    ...inside,
    left: Math.round((width - inside.width) / 2),
    top: Math.round((height - inside.height) / 2),
  }
}

/** Why there is no picture, or why no code is read. */
export type CameraFault = 'insecure' | 'denied' | 'missing' | 'busy' | 'unreadable'

const faults: Readonly<Record<string, CameraFault>> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
}

/** Returns what the name of the browser's error means. Whatever else stops a camera, another try may help. */
export const cameraFaultOf = (name: string): CameraFault => faults[name] ?? 'busy'

/**
 * Returns whether the till offers the camera. At an address without https no browser gives it to a page;
 * phones and tablets, which have one, then name the cure.
 */
export const offersCamera = (device: {
  readonly isSecure: boolean
  readonly hasTouch: boolean
  readonly cameras: number
}): boolean => (device.isSecure ? device.cameras > 0 : device.hasTouch)
