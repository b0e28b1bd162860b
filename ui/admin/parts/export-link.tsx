// A link that downloads a list as CSV, with its filters. Shown to people with the right to export.
import { useTranslation } from 'react-i18next'
import { useAccount, useMay } from './current-account.tsx'
import { exportUrl } from './export.model.ts'
import { Icon } from './icon.tsx'

interface ExportLinkProps {
  /** The list's address below /api/v1. */
  readonly what:
    | 'payments'
    | 'sales'
    | 'payouts'
    | 'refunds'
    | 'sessions'
    | 'audit-log'
    | 'webhooks/deliveries'
    | 'events'
    | 'unmatched'
    | 'reconciliation'
    | 'shifts'
    | 'overview/items'
    | 'keys'
    | 'staff'
    | 'tills'
    | 'profiles'
  /** What the list was asked with; its page does not count. */
  readonly query?: Readonly<Record<string, unknown>>
  /** There is nothing to export yet. */
  readonly isHidden?: boolean
}

export function ExportLink({ what, query = {}, isHidden = false }: ExportLinkProps) {
  const { t } = useTranslation('admin')
  const { id } = useAccount()
  if (!useMay('export') || isHidden) return null
  return (
    <a className="button-link" href={exportUrl(what, id, query)} download title={t('export_text')}>
      <Icon name="download" size={18} /> {t('export')}
    </a>
  )
}
