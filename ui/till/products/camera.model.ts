// Decides which part of the camera's picture the till reads, when a code counts, and why there is no picture.
import { barcodeKey } from '../../../src/domain/barcode.ts'

/** A code that returns after at least this long out of view is another piece. Milliseconds. */
const goneMs = 1_500

/** The codes that have counted, each with the time when it left the view; undefined while it is in view. */
export type CodesSeen = ReadonlyMap<string, number | undefined>
/** The codes before the first look. */
export const noCodesSeen: CodesSeen = new Map()

/**
 * Takes the codes of one look, and returns those that count now. A code counts when it comes into view;
 * however long it stays or however slow the looks are, it counts again only after it was gone.
 */
export function afterLook(
  seen: CodesSeen,
  codes: readonly string[],
  nowMs: number,
): { readonly seen: CodesSeen; readonly counted: readonly string[] } {
  const inView = new Map(codes.map(code => [barcodeKey(code), code]))
  const recent = [...seen].filter(([, leftAtMs = nowMs]) => nowMs - leftAtMs < goneMs)
  const next = new Map(recent.map(([key, leftAtMs]) => [key, leftAtMs ?? nowMs]))
  const counted = [...inView].filter(([key]) => !next.has(key)).map(([, code]) => code)
  const nowInView = [...inView.keys()].map(key => [key, undefined] as const)
  return { seen: new Map<string, number | undefined>([...next, ...nowInView]), counted }
}

interface Size {
  readonly width: number
  readonly height: number
}

/** Width by height of the picture on the screen, which cuts off the rest of the camera's picture. */
const shownRatio = 4 / 3
/** The frame's share of the picture on the screen. */
export const frameShare: Size = { width: 0.88, height: 0.7 }

/** Returns the part of a camera's picture that lies inside the frame, in pixels of that picture. */
export function framePart({ width, height }: Size): Size & { readonly left: number; readonly top: number } {
  const visible = {
    width: Math.min(width, height * shownRatio),
    height: Math.min(height, width / shownRatio),
  }
  const inside = {
    width: Math.round(visible.width * frameShare.width),
    height: Math.round(visible.height * frameShare.height),
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

/** Returns what the name of the browser's error means. After any other error another try may help. */
export const cameraFaultOf = (name: string): CameraFault => faults[name] ?? 'busy'

/**
 * Returns whether the till offers the camera. At an address without https no browser gives a page the camera;
 * phones and tablets, which have one, then show what to do.
 */
export const offersCamera = (device: {
  readonly isSecure: boolean
  readonly hasTouch: boolean
  readonly cameras: number
}): boolean => (device.isSecure ? device.cameras > 0 : device.hasTouch)
