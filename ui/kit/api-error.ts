// What an error of the API means, in the reader's language: by its reason, else by its kind. Never the API's
// own sentence.
import { useTranslation } from 'react-i18next'
import { type ApiError, type ApiFailure, addReasons, fallbackFor, textParams } from './api-error.model.ts'
import { errors } from './errors.text.ts'
import { addTexts } from './language.ts'

addTexts('errors', errors)

/** Adds the texts of errors that only this page can meet. */
export function addErrorTexts(texts: Readonly<Record<'en' | 'sw', Readonly<Record<string, string>>>>): void {
  addReasons(Object.keys(texts.en))
  addTexts('errors', texts)
}

/** The text of one failure; undefined for one that the page does not know. */
export function useFailureText() {
  const { t } = useTranslation('errors')
  return ({ reason, params }: ApiFailure): string | undefined =>
    reason ? t(reason, textParams(params)) : undefined
}

export function useApiErrorText(): (apiError: ApiError) => string {
  const { t } = useTranslation('kit')
  const failureText = useFailureText()
  return apiError =>
    apiError.kind === 'refused'
      ? (failureText(apiError) ?? t(fallbackFor(apiError)))
      : t(apiError.kind === 'unreachable' ? 'error_unreachable' : 'error_logged_out')
}

/** Returns a function that explains what is wrong with each field of a form, by field. */
export function useFieldErrors(): (apiError: ApiError | undefined) => Readonly<Record<string, string>> {
  const { t } = useTranslation('kit')
  const failureText = useFailureText()
  return apiError =>
    apiError?.kind === 'refused'
      ? Object.fromEntries(
          Object.entries(apiError.problems).map(([field, problem]) => [
            field,
            failureText(problem) ?? t('error_field'),
          ]),
        )
      : {}
}
