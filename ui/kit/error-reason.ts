// The words of refusal.model.ts, in the reader's language.
import { useTranslation } from 'react-i18next'
import type { ApiError, ApiRefusal } from './api-error.model.ts'
import { refusedFor } from './error-reason.model.ts'
import { refusals } from './errors.text.ts'
import { addTexts } from './language.ts'

addTexts('refusals', refusals)

/**
 * What the box says of a refusal, or of one field of it: in our words where we have them, else in its own.
 */
export function useErrorTexts() {
  const { t } = useTranslation('refusals')
  const words = (errorCode: string, sentence: string, field: string | undefined): string => {
    const refused = refusedFor(errorCode, sentence, field)
    return refused ? t(refused.word, refused.numbers) : sentence
  }
  return {
    whole: ({ errorCode, message, fields }: ApiRefusal): string => words(errorCode, message, fields[0]),
    /** By field: what is wrong with each that the box blames. */
    byField: (apiError: ApiError | undefined): Readonly<Record<string, string>> =>
      apiError?.kind === 'refused'
        ? Object.fromEntries(
            Object.entries(apiError.problems).map(([field, said]) => [
              field,
              words(apiError.errorCode, said, field),
            ]),
          )
        : {},
  }
}
