// Notices that stay on the home page until an owner has acknowledged them: another person changed the live
// webhooks, data was restored, or money turned out otherwise than recorded. Loaded when there are any.
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api, resultOf } from '../../kit/api.ts'
import { addTexts } from '../../kit/language.ts'
import { digitsOf, moneyOf } from '../../kit/money.ts'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { useAccount } from '../parts/current-account.tsx'
import { Timestamp } from '../parts/figure.tsx'
import { Icon } from '../parts/icon.tsx'
import { useAction } from '../parts/queries.ts'
import { exactTimeOf } from '../parts/time.model.ts'
import type { OwnerNotice } from './home.model.ts'
import { ownerNotice } from './owner-notice.text.ts'

addTexts('home', ownerNotice)

/** Shows a notice to the owners with the button that acknowledges it for all of them. */
export function OwnerNoticeRow({ notice }: { readonly notice: OwnerNotice }) {
  const { t } = useTranslation('home')
  const acknowledge = useAction((id: string, header) =>
    resultOf(api.api.v1['owner-notices'].acknowledge.post({ id }, header)),
  )
  return (
    <div className="attention-item" data-urgent>
      <Icon name={notice.kind === 'webhook_change' ? 'hook' : 'warn'} size={22} />
      <div>
        <NoticeText notice={notice} />
        <ApiErrorNote apiError={acknowledge.apiError} />
      </div>
      <Button variant="default" loading={acknowledge.busy} onClick={() => acknowledge.run(notice.id)}>
        {t('notice_seen')}
      </Button>
    </div>
  )
}

/** Shows the text of a notice by its kind. */
function NoticeText({ notice }: { readonly notice: OwnerNotice }) {
  if (notice.kind === 'data_restored') return <RestoreNotice notice={notice} />
  if (notice.kind === 'webhook_change') return <WebhookChangeNotice notice={notice} />
  return <MoneyNotice notice={notice} />
}

/** Notices that lead to a payment. */
type PaymentKind = 'sale_paid_twice' | 'sale_reversed' | 'refund_paid_late' | 'refund_not_sent_late'
/** Notices that lead to the payment SMS of the inbox. */
type SmsKind = 'balance_dropped' | 'reversal_unknown'
type MoneyKind = PaymentKind | SmsKind | 'payout_paid_late' | 'payout_not_sent_late'

/** Returns whether a notice is about payment SMS, so that it leads to the inbox where these are resolved. */
const isSmsKind = (kind: MoneyKind): kind is SmsKind =>
  kind === 'balance_dropped' || kind === 'reversal_unknown'
/** Returns whether a notice leads to a payment. Others lead to a payout, or to the inbox of payment SMS. */
const isPaymentKind = (kind: MoneyKind): kind is PaymentKind =>
  !isSmsKind(kind) && !kind.startsWith('payout_')

/**
 * Shows that money was paid, sent or taken back although Kaunta had recorded something else, with a link to
 * the payment, payout or inbox where the person can check it.
 */
function MoneyNotice({ notice: { kind, amount, reference } }: NoticeOf<MoneyKind>) {
  const { t } = useTranslation('home')
  const advice = t(`${kind}_do`)
  return (
    <p>
      <strong>{t(kind, { money: moneyOf(amount) })}</strong>
      <span className="attention-action">
        {isSmsKind(kind) ? (
          <Link to="/unmatched">{advice}</Link>
        ) : (
          <Link
            to={isPaymentKind(kind) ? '/payments/$reference' : '/payouts/$reference'}
            params={{ reference }}
          >
            {advice}
          </Link>
        )}
      </span>
    </p>
  )
}

/** The property of a component that shows notices of one kind. */
type NoticeOf<Kind> = { readonly notice: Extract<OwnerNotice, { kind: Kind }> }

/**
 * Shows which webhook setting was changed, its new value, and when. `to` is the new value. It is null if an
 * address or the hosts were removed, and always for a key, because the notice does not show a key.
 */
function WebhookChangeNotice({ notice: { what, name, to, created_at } }: NoticeOf<'webhook_change'>) {
  const { t } = useTranslation('home')
  const wasRemoved = what !== 'key' && to === null
  const text = wasRemoved ? (`webhook_${what}_none` as const) : (`webhook_${what}` as const)
  return (
    <p>
      <strong>{t(text, { name, to: to ?? '' })}</strong>
      <span className="attention-action">
        <Timestamp at={created_at} />
      </span>
    </p>
  )
}

/**
 * Shows which time the data was restored to, and links to what the owner must check: API keys and payouts.
 */
function RestoreNotice({ notice: { copied_at, live_keys } }: NoticeOf<'data_restored'>) {
  const { t, i18n } = useTranslation('home')
  const { mode, time_zone } = useAccount()
  const keys = t('restored_keys', { count: live_keys, number: digitsOf(live_keys) })
  return (
    <p>
      <strong>{t('restored', { when: exactTimeOf(copied_at, time_zone, i18n.language) })}</strong>
      <span className="attention-action">{live_keys > 0 ? <Link to="/keys">{keys}</Link> : keys}</span>
      {mode === 'live' && (
        <span className="attention-action">
          <Link to="/payouts">{t('restored_payouts')}</Link>
        </span>
      )}
    </p>
  )
}
