// The items that need attention, each with a link to where it is solved; one line when there are none.
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { digitsOf, moneyOf } from '../../kit/money.ts'
import { useAccount, useMay } from '../parts/current-account.tsx'
import { Icon } from '../parts/icon.tsx'
import { mayOpen } from '../parts/nav.model.ts'
import { type AttentionItem, attentionOf } from './attention.model.ts'
import type { Overview } from './home.model.ts'

const OwnerNoticeRow = lazy(() =>
  import('./owner-notice.tsx').then(({ OwnerNoticeRow }) => ({ default: OwnerNoticeRow })),
)

/**
 * Lists what needs attention: first a warning if a live account has no network to take money with, then the
 * notices to the owner, then the items. Shows one line if nothing needs attention.
 */
export function AttentionList({ overview }: { readonly overview: Overview }) {
  const { t } = useTranslation(['home', 'admin'])
  const { mode, takes } = useAccount()
  const items = attentionOf(overview, useMay('settle_unmatched'))
  const cannotTake = mode === 'live' && !takes['dynamic-qr'] && !takes.mobile
  const notices = overview.attention.owner_notices
  if (items.length === 0 && notices.length === 0 && !cannotTake)
    return (
      <p className="status-line">
        <Icon name="check" size={18} /> {t('all_good')}
      </p>
    )
  return (
    <section className="attention" aria-label={t('attention')}>
      {cannotTake && (
        <div className="attention-item" data-urgent>
          <Icon name="cloud" size={22} />
          <p>
            <strong>{t('admin:cannot')}</strong>
            <span className="attention-action">{t('admin:no_network')}</span>
          </p>
        </div>
      )}
      <Suspense>
        {notices.map(notice => (
          <OwnerNoticeRow key={notice.id} notice={notice} />
        ))}
      </Suspense>
      {items.map(item => (
        <AttentionRow key={item.name} item={item} />
      ))}
    </section>
  )
}

/** Shows one item that needs attention, as a link if the person may open its page. */
function AttentionRow({ item }: { readonly item: AttentionItem }) {
  const { name, icon, urgent, count, amount } = item
  const { role } = useAccount()
  const to = item.to && mayOpen(role, item.to) ? item.to : undefined
  const { t } = useTranslation('home')
  // The text uses the amount as shillings, megabytes or hours, depending on the item.
  const values = {
    count,
    number: digitsOf(count),
    money: moneyOf(amount),
    megabytes: digitsOf(amount),
    hours: digitsOf(amount),
  }
  const content = (
    <>
      <Icon name={icon} size={22} />
      <p>
        <strong>{t(`attention_${name}`, values)}</strong>
        <span className="attention-action">{t(`attention_${name}_do`)}</span>
      </p>
      {to && <Icon name="next" size={18} />}
    </>
  )
  const rowProps = { className: 'attention-item', 'data-urgent': urgent || undefined }
  if (!to) return <div {...rowProps}>{content}</div>
  return (
    <Link {...rowProps} to={to} search={searchOf(item)}>
      {content}
    </Link>
  )
}

/** Returns the filter with which the page of an item opens: by unknown status, or the day of the item. */
function searchOf({ to, day }: AttentionItem): { status?: 'unknown'; date?: string } {
  if (to === '/payments' || to === '/payments/refunds') return { status: 'unknown' }
  return day === undefined ? {} : { date: day }
}
