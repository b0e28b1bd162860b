// A refund by a person who is logged in: sent at once, or after their password where the server asks for it.
import { Button, PasswordInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ApiError, postJson } from '../../kit/api.ts'
import { useApiErrorText } from '../../kit/api-error.ts'
import { callerHeaders } from '../../kit/caller.ts'
import { moneyOf } from '../../kit/money.ts'
import { useTillDevice } from '../parts/till-device.ts'
import { rejectionOf } from './refund-order.model.ts'

interface RefundPasswordProps {
  /** Whole shillings. */
  readonly amount: number
  /** The error of the request that was sent before. */
  readonly firstError?: ApiError | undefined
  /** Sends the refund, and returns the error if there is one. */
  readonly onSend: () => Promise<ApiError | undefined>
  readonly onBack?: () => void
  /** The text of the button that leads back. */
  readonly backText?: 'refund_back' | 'back'
}

/** Sends a refund, and asks for the password if the server wants it. */
export function RefundPassword(props: RefundPasswordProps) {
  const { amount, firstError, onSend, onBack, backText = 'refund_back' } = props
  const { t } = useTranslation(['till', 'kit'])
  const { caller } = useTillDevice()
  const errorText = useApiErrorText()
  const [apiError, setApiError] = useState(firstError)
  const [asksPassword, setAsksPassword] = useState(
    firstError !== undefined && rejectionOf(firstError) === 'password',
  )
  const [password, setPassword] = useState('')
  const [isBusy, setBusy] = useState(false)
  const isWrong = apiError?.kind === 'refused' && apiError.fields.includes('password')
  const needsPassword = apiError !== undefined && rejectionOf(apiError) === 'password'
  /** Confirms the password, and then sends the refund. Returns the error of either, if there is one. */
  async function confirmPassword(): Promise<ApiError | undefined> {
    const answer = await postJson('/api/v1/me/confirm', { password }, callerHeaders(caller))
    return answer.ok ? onSend() : answer.apiError
  }
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    const error = await (asksPassword ? confirmPassword() : onSend())
    setBusy(false)
    setApiError(error)
    if (error && rejectionOf(error) === 'password') setAsksPassword(true)
  }
  return (
    <form className="refund-form" onSubmit={submit} noValidate data-testid="refund-password">
      {asksPassword && (
        <PasswordInput
          label={t('refund_password', { money: moneyOf(amount) })}
          autoComplete="current-password"
          size="md"
          data-testid="refund-password-field"
          value={password}
          error={isWrong && t('refund_password_wrong')}
          onChange={event => setPassword(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': t('kit:show_password') }}
          ref={focusOnce}
        />
      )}
      <p className="form-error" role="alert">
        {apiError && !isWrong && !needsPassword && errorText(apiError)}
      </p>
      <Button type="submit" size="lg" fullWidth color="var(--bad)" loading={isBusy} data-testid="refund-send">
        {t('refund_go', { money: moneyOf(amount) })}
      </Button>
      {onBack && (
        <Button variant="default" size="md" fullWidth data-testid="refund-back" onClick={onBack}>
          {t(backText)}
        </Button>
      )}
    </form>
  )
}

/** Focuses the field when it appears, because the person has just pressed a button. */
const focusOnce = (input: HTMLInputElement | null) => input?.focus()
