// The PIN on the till's keypad: large keys, dots instead of digits, and what was wrong with the last PIN.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../kit/api.ts'
import { useApiErrorText } from '../../kit/api-error.ts'
import { Keypad, usePadKeys } from './keypad.tsx'
import { type PinError, pinErrorOf, pressPin } from './pin.model.ts'

/**
 * Returns a function that returns the text of an API error. For a rejected PIN, the text has how many tries
 * are left, or for how many minutes the PIN is locked.
 */
export function useErrorTextWithPin(): (apiError: ApiError) => string {
  const { t } = useTranslation('till')
  const errorText = useApiErrorText()
  return apiError => {
    const pinError: PinError = pinErrorOf(apiError)
    if (pinError.kind === 'wrong')
      return t(pinError.left === 1 ? 'pin_wrong_last' : 'pin_wrong', { left: pinError.left })
    if (pinError.kind === 'locked') return t('pin_locked', { minutes: pinError.minutes })
    return errorText(pinError.apiError)
  }
}

interface PinPadProps {
  readonly label: string
  /** How many digits the PIN has. The last digit sends it. */
  readonly length: number
  /** Receives the PIN, and returns the error if there is one. */
  readonly onPin: (pin: string) => Promise<ApiError | undefined>
  readonly onBack: () => void
  readonly isInSheet?: boolean
}

/** Asks for a PIN, and sends it at its last digit. After an error it shows what is wrong and starts again. */
export function PinPad({ label, length, onPin, onBack, isInSheet = false }: PinPadProps) {
  const { t } = useTranslation('till')
  const errorText = useErrorTextWithPin()
  const [pin, setPin] = useState('')
  const [apiError, setApiError] = useState<ApiError>()
  const [isBusy, setBusy] = useState(false)

  const press = (key: string) => {
    if (isBusy) return
    setApiError(undefined)
    const next = pressPin(pin, key, length)
    setPin(next)
    if (next.length === length) void submit(next)
  }
  const submit = async (wholePin: string) => {
    setBusy(true)
    const error = await onPin(wholePin)
    setBusy(false)
    setPin('')
    setApiError(error)
  }
  usePadKeys({ onKey: press, onBack, isInSheet })

  return (
    <div className="pin">
      <output className="pin-dots" aria-label={`${label}: ${t('pin_typed', { typed: pin.length })}`}>
        {Array.from({ length }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: dots are alike
          <span key={index} className="pin-dot" data-on={index < pin.length || undefined} />
        ))}
      </output>
      <p className="pin-error" role="alert">
        {apiError && errorText(apiError)}
      </p>
      <Keypad kind="plain" onKey={press} />
    </div>
  )
}
