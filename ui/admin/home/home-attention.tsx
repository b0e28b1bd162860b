// The items that need attention, each with a link to where it is solved; one line when there are none.
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api, resultOf } from '../../kit/api.ts'
import { Icon } from '../../kit/icon.tsx'
import { digitsOf, moneyOf } from '../../kit/money.ts'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { useAccount, useMay } from '../parts/current-account.tsx'
import { Timestamp } from '../parts/figure.tsx'
import { useAction } from '../parts/queries.ts'
import { type AttentionItem, attentionOf, type Overview, type WebhookChange } from './home.model.ts'

export function AttentionList({ overview }: { readonly overview: Overview }) {
  const { t } = useTranslation(['home', 'admin'])
  const { mode, takes } = useAccount()
  const items = attentionOf(overview, useMay('settle_unmatched'))
  const cannotTake = mode === 'live' && !takes['dynamic-qr'] && !takes.mobile
  const changes = overview.attention.webhook_changes
  if (items.length === 0 && changes.length === 0 && !cannotTake)
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
      {changes.map(change => (
        <WebhookChangeRow key={change.id} change={change} />
      ))}
      {items.map(item => (
        <AttentionRow key={item.name} item={item} />
      ))}
    </section>
  )
}

function AttentionRow({ item }: { readonly item: AttentionItem }) {
  const { name, icon, urgent, count, amount, to } = item
  const { t } = useTranslation('home')
  const shown = (
    <>
      <Icon name={icon} size={22} />
      <p>
        <strong>
          {t(`attention_${name}`, {
            count,
            number: digitsOf(count),
            money: moneyOf(amount),
            megabytes: digitsOf(amount),
            hours: digitsOf(amount),
          })}
        </strong>
        <span className="attention-action">{t(`attention_${name}_do`)}</span>
      </p>
      {to && <Icon name="next" size={18} />}
    </>
  )
  const look = { className: 'attention-item', 'data-urgent': urgent || undefined }
  if (!to) return <div {...look}>{shown}</div>
  return (
    <Link {...look} to={to} search={to === '/payments' ? { status: 'unknown' } : {}}>
      {shown}
    </Link>
  )
}

/** A change of the live webhooks by someone else, until an owner has seen it. */
function WebhookChangeRow({ change }: { readonly change: WebhookChange }) {
  const { t } = useTranslation('home')
  const { id, what, name, to, changed_at } = change
  const acknowledge = useAction((seen: string, named) =>
    resultOf(api.api.v1.settings['webhook-change'].acknowledge.post({ id: seen }, named)),
  )
  const text =
    what === 'key' || to !== null ? (`webhook_${what}` as const) : (`webhook_${what}_none` as const)
  return (
    <div className="attention-item" data-urgent>
      <Icon name="hook" size={22} />
      <p>
        <strong>{t(text, { name, to: to ?? '' })}</strong>
        <span className="attention-action">
          <Timestamp at={changed_at} />
        </span>
        <ApiErrorNote apiError={acknowledge.apiError} />
      </p>
      <Button
        variant="default"
        size="compact-md"
        loading={acknowledge.busy}
        onClick={() => acknowledge.run(id)}
      >
        {t('webhook_seen')}
      </Button>
    </div>
  )
}
