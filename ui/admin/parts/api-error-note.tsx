// An API error in plain words, with a button to retry.
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../kit/api.ts'
import { useApiErrorText } from '../../kit/api-error.ts'
import { Icon } from './icon.tsx'

interface ApiErrorNoteProps {
  readonly apiError: ApiError | undefined
  readonly retry?: () => void
}

/**
 * Shows an error in the person's language, and the retry button where `retry` is given. Draws nothing while
 * there is no error.
 */
export function ApiErrorNote({ apiError, retry }: ApiErrorNoteProps) {
  const { t } = useTranslation('admin')
  const errorText = useApiErrorText()
  if (!apiError) return null
  return (
    <div className="error-note" role="alert">
      <Icon name="warn" size={20} />
      <p>{errorText(apiError)}</p>
      {retry && (
        <Button variant="default" size="compact-sm" onClick={retry}>
          {t('try_again')}
        </Button>
      )}
    </div>
  )
}
