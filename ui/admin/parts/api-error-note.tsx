// Trouble in plain words, with the way to try again.
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../kit/api.ts'
import { useApiErrorText } from '../../kit/api-error.ts'
import { Icon } from '../../kit/icon.tsx'

interface ApiErrorNoteProps {
  readonly apiError: ApiError | undefined
  readonly again?: () => void
}

/** Nothing while there is no trouble. */
export function ApiErrorNote({ apiError, again }: ApiErrorNoteProps) {
  const { t } = useTranslation('admin')
  const errorText = useApiErrorText()
  if (!apiError) return null
  return (
    <div className="error-note" role="alert">
      <Icon name="warn" size={20} />
      <p>{errorText(apiError)}</p>
      {again && (
        <Button variant="default" size="compact-sm" onClick={again}>
          {t('try_again')}
        </Button>
      )}
    </div>
  )
}
