// What an error of the API means, in the reader's language: by its reason, else by its kind. Never the API's
// own sentence.
import { useTranslation } from 'react-i18next'
import { type ApiError, type ApiFailure, addReasons, fallbackFor, textParams } from './api-error.model.ts'
import { errors } from './errors.text.ts'
import { addTexts } from './language.ts'

addTexts('errors', errors)

/** Adds the texts of errors that only one page can meet. */
export function addErrorTexts(texts: Readonly<Record<'en' | 'sw', Readonly<Record<string, string>>>>): void {
  addReasons(Object.keys(texts.en))
  addTexts('errors', texts)
}

/** Returns a function that gives the text of one failure; undefined if the page does not know its reason. */
export function useFailureText() {
  const { t } = useTranslation('errors')
  return ({ reason, params }: ApiFailure): string | undefined =>
    reason ? t(reason, textParams(params)) : undefined
}

/** Returns a function that gives the text of any error: by its reason, else a general one. */
export function useApiErrorText(): (apiError: ApiError) => string {
  const { t } = useTranslation('kit')
  const failureText = useFailureText()
  return apiError => {
    if (apiError.kind === 'unreachable') return t('error_unreachable')
    if (apiError.kind === 'logged_out') return t('error_logged_out')
    return failureText(apiError) ?? t(fallbackFor(apiError))
  }
}

/** Returns the text of each field that the server refused, by field name; empty for other errors. */
export function useFieldErrors(apiError: ApiError | undefined): Readonly<Record<string, string>> {
  const { t } = useTranslation('kit')
  const failureText = useFailureText()
  if (apiError?.kind !== 'refused') return {}
  const texts = Object.entries(apiError.problems).map(
    ([field, problem]) => [field, failureText(problem) ?? t('error_field')] as const,
  )
  return Object.fromEntries(texts)
}
