// PINs as a person types them, and what the box says when they are wrong.
import type { ApiError } from '../../kit/api.ts'

export const pinLength = { least: 4, most: 8 } as const

/** The PIN after a key. */
export function pressPin(pin: string, key: string): string {
  if (key === 'clear') return ''
  if (key === 'backspace') return pin.slice(0, -1)
  return /^\d$/.test(key) && pin.length < pinLength.most ? `${pin}${key}` : pin
}

export type PinError =
  | { readonly kind: 'wrong'; readonly left: number }
  | { readonly kind: 'locked'; readonly minutes: number }
  | { readonly kind: 'other'; readonly apiError: ApiError }

/** What a refused PIN means. The box counts the tries and says how many are left. */
export function pinErrorOf(apiError: ApiError): PinError {
  if (apiError.kind !== 'refused') return { kind: 'other', apiError }
  const { status, fields, message, retryAfterMs } = apiError
  if (status === 429 && /PIN/.test(message)) {
    const said = Number(message.match(/in (\d+) minutes/)?.[1] ?? 0)
    return { kind: 'locked', minutes: Math.max(1, Math.ceil(retryAfterMs / 60_000) || said) }
  }
  if (status !== 400 || !fields.includes('pin')) return { kind: 'other', apiError }
  const left = message.match(/(\d+) of 5 tries left/)?.[1]
  if (left !== undefined) return { kind: 'wrong', left: Number(left) }
  const minutes = message.match(/locked for (\d+) minutes/)?.[1]
  return minutes === undefined ? { kind: 'other', apiError } : { kind: 'locked', minutes: Number(minutes) }
}

/** A short form of a name for its round badge: `AM`. */
export const initialsOf = (name: string): string =>
  name
    .trim()
    .split(/\s+/)
    .slice(0, 2)
    .map(part => [...part][0]?.toUpperCase() ?? '')
    .join('')
