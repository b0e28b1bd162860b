// The words of refusal.model.ts, in the reader's language.
import { useTranslation } from 'react-i18next'
import type { Trouble } from '../../kit/api.ts'
import { useTroubleText } from '../../kit/api-error.ts'
import { type Act, refusalWordOf } from './till-error.model.ts'

export function useRefusalText(act: Act): (trouble: Trouble) => string {
  const { t } = useTranslation('till')
  const troubleText = useTroubleText()
  return trouble => {
    const word = refusalWordOf(trouble, act)
    return word ? t(word) : troubleText(trouble)
  }
}
