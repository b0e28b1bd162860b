// What trouble with the box means, in the reader's own words where we have them, else in the box's.
import { useTranslation } from 'react-i18next'
import type { Trouble } from './api.ts'
import { useRefusalWords } from './error-reason.ts'

export function useTroubleText(): (trouble: Trouble) => string {
  const { t } = useTranslation('kit')
  const { whole } = useRefusalWords()
  return trouble => {
    if (trouble.kind === 'unreachable') return t('trouble_unreachable')
    if (trouble.kind === 'logged_out') return t('trouble_logged_out')
    if (trouble.errorCode === 'method_unavailable') return t('trouble_method')
    if (trouble.status === 403) return t('trouble_forbidden')
    if (trouble.status === 429) return t('trouble_busy')
    if (trouble.status === 507) return t('trouble_full')
    if (trouble.status >= 500 || trouble.message === '') return t('trouble_ours')
    return whole(trouble)
  }
}
