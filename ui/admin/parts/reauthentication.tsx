// Reauthentication: the server may ask for the password again before an action that moves money or grants
// access. Put `passwordField` into the dialog, and run the action through this hook.
import { PasswordInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ApiError, api, resultOf } from '../../kit/api.ts'
import { type Action, useAction } from './queries.ts'

interface ReauthenticatedAction<I, T> extends Action<I, T> {
  /** The password field, once the server has asked for it. */
  readonly passwordField: ReactNode
}

/** Whether the server refused the action because the password must be entered again. */
const isReauthenticationNeeded = (apiError: ApiError | undefined) =>
  apiError?.kind === 'refused' && apiError.reason === 'reauthentication_needed'

/**
 * Wraps an action so that, once the server asks for the password, the next `run` confirms the password first
 * and then sends the action. `why` chooses the explanation: the action moves money, or grants access to it.
 */
export function useReauthentication<I, T>(
  action: Action<I, T>,
  why: 'money' | 'power' = 'power',
): ReauthenticatedAction<I, T> {
  const { t } = useTranslation(['admin', 'kit'])
  const [password, setPassword] = useState('')
  const [isAsking, setAsking] = useState(false)
  const confirm = useAction((body: { password: string }, header) =>
    resultOf(api.api.v1.me.confirm.post(body, header)),
  )
  const isPasswordNeeded = isAsking || isReauthenticationNeeded(action.apiError)
  const isPasswordWrong = confirm.apiError?.kind === 'refused' && confirm.apiError.fields.includes('password')
  const finish = (onDone?: (value: T) => void) => (value: T) => {
    setPassword('')
    setAsking(false)
    onDone?.(value)
  }
  return {
    run(input, onDone) {
      if (!isPasswordNeeded) return action.run(input, finish(onDone))
      setAsking(true)
      confirm.run({ password }, () => {
        setPassword('')
        setAsking(false)
        action.run(input, finish(onDone))
      })
    },
    busy: action.busy || confirm.busy,
    apiError:
      (isPasswordWrong ? undefined : confirm.apiError) ??
      (isReauthenticationNeeded(action.apiError) ? undefined : action.apiError),
    reset() {
      action.reset()
      confirm.reset()
      setAsking(false)
      setPassword('')
    },
    passwordField: isPasswordNeeded && (
      <div className="confirm-field">
        <p>{t(why === 'money' ? 'confirm_text' : 'confirm_power')}</p>
        <PasswordInput
          label={t('kit:password')}
          autoComplete="current-password"
          size="md"
          value={password}
          error={isPasswordWrong && t('confirm_wrong')}
          onChange={event => setPassword(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': t('kit:show_password') }}
          ref={focusOnce}
        />
      </div>
    ),
  }
}

/** Focuses the password field when it appears, because the person has just pressed the button below it. */
const focusOnce = (input: HTMLInputElement | null) => input?.focus()
