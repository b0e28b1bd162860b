// PINs as a person types them, and what the server's error means when they are wrong.
import type { ApiError } from '../../kit/api.ts'

/** Returns the PIN after a key; `length` is how many digits it has. */
export function pressPin(pin: string, key: string, length: number): string {
  if (key === 'clear') return ''
  if (key === 'backspace' || key === 'erase') return pin.slice(0, -1)
  return /^\d$/.test(key) && pin.length < length ? `${pin}${key}` : pin
}

export type PinError =
  | { readonly kind: 'wrong'; readonly left: number }
  | { readonly kind: 'locked'; readonly minutes: number }
  | { readonly kind: 'other'; readonly apiError: ApiError }

/** Returns what an error means for the PIN: how many tries are left, or for how many minutes it is locked. */
export function pinErrorOf(apiError: ApiError): PinError {
  if (apiError.kind === 'refused') {
    const { reason, params, retryAfterMs } = apiError
    if (reason === 'pin_wrong') return { kind: 'wrong', left: Number(params.left) }
    if (reason === 'pin_locked' || reason === 'pin_wrong_locked')
      return {
        kind: 'locked',
        minutes: Math.max(1, Math.ceil(retryAfterMs / 60_000) || Number(params.minutes)),
      }
  }
  return { kind: 'other', apiError }
}

/** Returns the initials of a name for its round badge: `AM`. */
export const initialsOf = (name: string): string =>
  name
    .trim()
    .split(/\s+/)
    .slice(0, 2)
    .map(part => [...part][0]?.toUpperCase() ?? '')
    .join('')
