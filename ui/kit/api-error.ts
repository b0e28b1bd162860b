// What trouble with the box means, in the reader's own words where we have them, else in the box's.
import { useTranslation } from 'react-i18next'
import type { ApiError } from './api.ts'
import { useErrorTexts } from './error-reason.ts'

export function useApiErrorText(): (apiError: ApiError) => string {
  const { t } = useTranslation('kit')
  const { whole } = useErrorTexts()
  return apiError => {
    if (apiError.kind === 'unreachable') return t('error_unreachable')
    if (apiError.kind === 'logged_out') return t('error_logged_out')
    if (apiError.errorCode === 'method_unavailable') return t('error_no_network')
    if (apiError.status === 403) return t('error_forbidden')
    if (apiError.status === 429) return t('error_busy')
    if (apiError.status === 507) return t('error_disk_full')
    if (apiError.status >= 500 || apiError.message === '') return t('error_server')
    return whole(apiError)
  }
}
