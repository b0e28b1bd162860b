// A PIN on the till's own keypad: large keys, dots instead of digits, and in plain words what was wrong with
// the last one.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../kit/api.ts'
import type { TillAction } from '../app/till-error.model.ts'
import { useTillErrorText } from '../app/till-error.ts'
import { Keypad, usePadKeys } from '../entry/keypad.tsx'
import { type PinError, pinErrorOf, pinLength, pressPin } from './pin.model.ts'

/** @param act what the PIN is for, where that is not signing in */
export function usePinText(act: TillAction = 'charge'): (apiError: ApiError) => string {
  const { t } = useTranslation('till')
  const refusalText = useTillErrorText(act)
  return apiError => {
    const said: PinError = pinErrorOf(apiError)
    if (said.kind === 'wrong') return t(said.left === 1 ? 'pin_wrong_last' : 'pin_wrong', { left: said.left })
    if (said.kind === 'locked') return t('pin_locked', { minutes: said.minutes })
    return refusalText(said.apiError)
  }
}

interface PinPadProps {
  readonly label: string
  readonly go: string
  /** @returns why not, if so */
  readonly onPin: (pin: string) => Promise<ApiError | undefined>
  readonly onBack: () => void
}

export function PinPad({ label, go, onPin, onBack }: PinPadProps) {
  const { t } = useTranslation('till')
  const pinText = usePinText()
  const [pin, setPin] = useState('')
  const [apiError, setApiError] = useState<ApiError>()
  const [busy, setBusy] = useState(false)
  const short = pin.length < pinLength.least

  const press = (key: string) => {
    setApiError(undefined)
    setPin(before => pressPin(before, key))
  }
  const enter = async () => {
    if (busy || short) return
    setBusy(true)
    const refused = await onPin(pin)
    setBusy(false)
    setPin('')
    setApiError(refused)
  }
  usePadKeys(press, () => void enter(), onBack)

  return (
    <div className="pin">
      <output className="pin-dots" aria-label={`${label}: ${t('pin_typed', { typed: pin.length })}`}>
        {Array.from({ length: Math.max(pinLength.least, pin.length) }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: dots are alike
          <span key={at} className="pin-dot" data-on={at < pin.length || undefined} />
        ))}
      </output>
      <p className="pin-error" role="alert">
        {apiError && pinText(apiError)}
      </p>
      <Keypad kind="plain" onKey={press} />
      <button
        type="button"
        className="act act-charge"
        data-testid="pin-go"
        data-idle={short || busy || undefined}
        aria-disabled={short || busy}
        onClick={() => void enter()}
      >
        {go}
      </button>
    </div>
  )
}
