// The statuses of a list as tabs, each with how many rows it has and their sum, of all that is filtered.
import { Link, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { digitsOf } from '../../kit/money.ts'
import { Money } from './figure.tsx'
import { withParam } from './query.model.ts'
import { type ListTotals, rowsInAll, type StatusTab, tabsOf } from './status-tabs.model.ts'

interface StatusTabsProps {
  /** Statuses in the order of the tabs. */
  readonly statuses: readonly { readonly value: string; readonly label: string }[]
  readonly totals: ListTotals | undefined
  readonly isUnknownSeparate?: boolean
  /** Returns the label of the sum of all after refunds, from that sum as text. */
  readonly afterRefunds?: (money: string) => string
}

/** Draws a tab for each status of a list; draws nothing while no row exists and no status is chosen. */
export function StatusTabs({ statuses, totals, isUnknownSeparate = false, afterRefunds }: StatusTabsProps) {
  const { t } = useTranslation('admin')
  const tabs = useRef<HTMLElement>(null)
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const status = typeof search.status === 'string' ? search.status : ''
  const isLoaded = totals !== undefined
  // On a narrow screen the tabs scroll sideways: the one that is open must be seen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another status opens, and totals widen the tabs
  useEffect(() => {
    tabs.current?.querySelector('[data-open]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [status, isLoaded])
  if (totals && rowsInAll(totals, isUnknownSeparate) === 0 && status === '') return null
  return (
    <nav ref={tabs} className="status-tabs" aria-label={t('by_status')}>
      {tabsOf([{ value: '', label: t('status_all') }, ...statuses], totals, status, isUnknownSeparate).map(
        tab => (
          <Tab
            key={tab.value}
            tab={tab}
            isOpen={tab.value === status}
            sumAfterRefunds={tab.net === undefined ? undefined : afterRefunds?.(digitsOf(tab.net))}
          />
        ),
      )}
    </nav>
  )
}

interface TabProps {
  readonly tab: StatusTab
  readonly isOpen: boolean
  readonly sumAfterRefunds: string | undefined
}

/** Draws one tab with its count and sums. A plus sign marks a count that stopped at the server's limit. */
function Tab({ tab, isOpen, sumAfterRefunds }: TabProps) {
  const { value, label, count, isCapped, amount } = tab
  return (
    <Link
      to="."
      search={before => withParam(before, 'status', value)}
      className="status-tab"
      activeProps={{ 'aria-current': undefined }} // `isOpen` decides, not the router
      {...(isOpen ? { 'aria-current': 'page', 'data-open': true } : {})}
    >
      <span className="status-name">{label}</span>{' '}
      <span className="status-count">
        {count === undefined ? '\u00a0' : `${digitsOf(count)}${isCapped ? '+' : ''}`}
      </span>{' '}
      {amount !== undefined && (
        <span className="status-sum">
          <Money amount={amount} />
        </span>
      )}
      {sumAfterRefunds && <span className="status-net">{sumAfterRefunds}</span>}
    </Link>
  )
}
