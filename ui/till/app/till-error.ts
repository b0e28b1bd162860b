// The words of refusal.model.ts, in the reader's language.
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../kit/api.ts'
import { useApiErrorText } from '../../kit/api-error.ts'
import { type TillAction, tillErrorOf } from './till-error.model.ts'

export function useTillErrorText(act: TillAction): (apiError: ApiError) => string {
  const { t } = useTranslation('till')
  const errorText = useApiErrorText()
  return apiError => {
    const word = tillErrorOf(apiError, act)
    return word ? t(word) : errorText(apiError)
  }
}
