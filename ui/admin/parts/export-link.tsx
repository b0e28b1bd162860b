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
    | 'overview/period'
    | 'keys'
    | 'staff'
    | 'tills'
    | 'profiles'
  /** The query of the list on the page. The file has its filters, but all pages. */
  readonly query?: Readonly<Record<string, unknown>>
  /** The title of a table that shares its page with others: its link is then the word CSV alone. */
  readonly table?: string
  /** Whether there is nothing to export yet. */
  readonly isHidden?: boolean
}

/**
 * Draws the link to the CSV file of a list of the current account; draws nothing for people without the right
 * `export`.
 */
export function ExportLink({ what, query = {}, isHidden = false, table }: ExportLinkProps) {
  const { t } = useTranslation('admin')
  const { id } = useAccount()
  if (!useMay('export') || isHidden) return null
  if (table !== undefined)
    return (
      <a
        className="text-link"
        href={exportUrl(what, id, query)}
        download
        aria-label={`${t('export')}: ${table}`}
        title={t('export')}
      >
        CSV
      </a>
    )
  return (
    <a className="button-link" href={exportUrl(what, id, query)} download title={t('export_text')}>
      <Icon name="download" size={18} /> {t('export')}
    </a>
  )
}
