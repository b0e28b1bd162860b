// The texts of till-error.model.ts in the reader's language.
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../kit/api.ts'
import { useApiErrorText } from '../../kit/api-error.ts'
import { type TillAction, tillErrorOf } from './till-error.model.ts'

export function useTillErrorText(action: TillAction): (apiError: ApiError) => string {
  const { t } = useTranslation('till')
  const errorText = useApiErrorText()
  return apiError => {
    const key = tillErrorOf(apiError, action)
    return key ? t(key) : errorText(apiError)
  }
}
