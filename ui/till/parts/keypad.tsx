// The keypad: large keys for thumbs. The keys of a keyboard or number pad work, too.
import { type MouseEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../kit/icon.tsx'
import { type HeldDigits, type PadKey, padKeyOf, pressHeld } from './amount.model.ts'

const keysOf = (text: string) => text.split(' ') as PadKey[]
/** The keys row by row: four keys in a row, or three on the pad for numbers (`plain`). */
const padKeys = {
  amount: keysOf('1 2 3 backspace 4 5 6 clear 7 8 9 00 0 000'),
  sum: keysOf('1 2 3 backspace 4 5 6 clear 7 8 9 00 0 plus 000'),
  plain: keysOf('1 2 3 4 5 6 7 8 9 clear 0 backspace'),
} as const

/** Keeps a pressed button from taking the focus, so that Enter then charges and does not press it again. */
export const keepFocus = (event: MouseEvent) => event.preventDefault()

interface KeypadProps {
  readonly onKey: (key: PadKey) => void
  /** `plain` is for numbers and has no 00 and 000. `sum` is for amounts that are added up and has a plus. */
  readonly kind?: keyof typeof padKeys
}

/** What is drawn on keys that do not show their own name. */
const keyDrawings: Partial<Readonly<Record<PadKey, ReactNode>>> = {
  backspace: <Icon name="backspace" size={28} />,
  clear: 'C',
  plus: '+',
}

/** Shows the keys of a kind of pad. */
export function Keypad({ onKey, kind = 'amount' }: KeypadProps) {
  const { t } = useTranslation('till')
  return (
    <div className={`keypad keypad-${kind}`}>
      {padKeys[kind].map(key => (
        <button
          key={key}
          type="button"
          className="key"
          data-key={key}
          aria-label={key === 'backspace' || key === 'clear' || key === 'plus' ? t(key) : key}
          onPointerDown={keepFocus}
          onMouseDown={keepFocus}
          onClick={() => onKey(key)}
        >
          {keyDrawings[key] ?? key}
        </button>
      ))}
    </div>
  )
}

interface PadHandlers {
  readonly onKey?: (key: PadKey) => void
  readonly onEnter?: () => void
  /** Called for Escape. */
  readonly onBack?: (() => void) | undefined
  /** Called for a comma or a point. */
  readonly onMark?: () => void
  /** The pad is in a sheet: its open dialog does not stop the keys. */
  readonly isInSheet?: boolean
}

/** Calls the handlers for keys of the keyboard, but not in text fields or while a dialog covers the pad. */
export function usePadKeys({ isInSheet = false, ...handlers }: PadHandlers): void {
  // The listener stays the same, and calls the handlers of the latest rendering.
  const latest = useRef(handlers)
  latest.current = handlers
  // Listens before the screen is painted, so that a key that follows immediately is not lost.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        (!isInSheet && document.querySelector('dialog[open]'))
      )
        return
      // Enter on a focused button or link presses that.
      const isOnControl =
        event.target instanceof HTMLElement && event.target.closest('button, a, input, textarea') !== null
      if (event.target instanceof HTMLElement && event.target.closest('input, textarea')) return
      const key = padKeyOf(event.key)
      if (event.key === 'Escape' && latest.current.onBack) {
        // Otherwise Escape would also close the sheet that `onBack` may open.
        event.preventDefault()
        latest.current.onBack()
      } else if (key) {
        event.preventDefault()
        // After typing an amount Enter must charge it, wherever the focus was.
        if (event.target instanceof HTMLElement) event.target.blur()
        latest.current.onKey?.(key)
      } else if (event.key === '.' || event.key === ',') latest.current.onMark?.()
      else if (event.key === 'Enter' && !isOnControl && !event.repeat) {
        event.preventDefault()
        latest.current.onEnter?.()
      }
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isInSheet])
}

/** Listens to the keys of an amount. Digits after a comma or point wait until they prove to be no cents. */
export function useAmountKeys(
  onKey: (key: PadKey) => void,
  { onEnter, onBack }: { readonly onEnter: () => void; readonly onBack?: () => void },
): void {
  const held = useRef<HeldDigits>(undefined)
  const press = (key: PadKey | 'mark') => {
    const next = pressHeld(held.current, key)
    held.current = next.held
    next.keys.forEach(onKey)
  }
  const enter = () => {
    held.current = undefined
    onEnter()
  }
  usePadKeys({ onKey: press, onEnter: enter, onBack, onMark: () => press('mark') })
}
