// The cards of a payment's page: details, breakdown, metadata and QR code.
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { staffCaller } from '../../kit/caller.ts'
import { moneyOf, tokenDigits } from '../../kit/money.ts'
import type { Payment } from '../../kit/payment.ts'
import { paymentQrUrl } from '../../kit/qr-url.ts'
import { phoneOf } from '../../kit/time.ts'
import { CopyField } from '../parts/copy-field.tsx'
import { useAccount, useCurrentAccount } from '../parts/current-account.tsx'
import { Card, Facts } from '../parts/facts.tsx'
import { Money, Timestamp } from '../parts/figure.tsx'
import { providerNameOf } from './payment.model.ts'
import type { Timeline } from './timeline.model.ts'

/** Lists a payment's details. Details without a value are left out. */
export function FactCard({ payment }: { readonly payment: Payment }) {
  const { t } = useTranslation('payments')
  const { customer } = payment
  return (
    <Card title={t('facts')}>
      <Facts
        facts={[
          { name: t('fact_method'), value: t(`method_${payment.payment_type}`) },
          { name: t('fact_provider'), value: providerNameOf(payment) },
          { name: t('fact_customer'), value: `${customer.first_name} ${customer.last_name}`.trim() },
          { name: t('fact_phone'), value: customer.phone && phoneOf(customer.phone) },
          { name: t('fact_email'), value: customer.email },
          {
            name: t('fact_receipt'),
            value: payment.external_reference && <code>{payment.external_reference}</code>,
          },
          { name: t('fact_created'), value: <Timestamp at={payment.created_at} isExact /> },
          {
            name: t('fact_expires'),
            value: payment.status === 'pending' && <Timestamp at={payment.expires_at} isExact />,
          },
          {
            name: t('fact_completed'),
            value: payment.completed_at && <Timestamp at={payment.completed_at} isExact />,
          },
          {
            name: t('fact_number'),
            value: (
              <CopyField
                text={payment.payment_token}
                shown={tokenDigits(payment.payment_token)}
                label={t('the_number')}
              />
            ),
          },
          {
            name: t('fact_reference'),
            value: <CopyField text={payment.reference} label={t('the_reference')} />,
          },
          { name: t('fact_version'), value: payment.api_version },
        ]}
      />
    </Card>
  )
}

/**
 * Shows the description of the payment link that the customer paid with, and leads to the page of that link.
 * Draws nothing for a payment without a link.
 */
export function LinkCard({ session }: { readonly session: Timeline['session'] }) {
  const { t } = useTranslation('payments')
  if (!session) return null
  return (
    <Card title={t('link')}>
      <Facts
        facts={[
          { name: t('link_description'), value: session.description },
          {
            name: t('link_reference'),
            value: (
              <Link to="/links/$reference" params={{ reference: session.reference }} className="text-link">
                {t('link_open')}
              </Link>
            ),
          },
        ]}
      />
    </Card>
  )
}

interface SoldByProps {
  readonly soldBy: Timeline['sold_by']
  /** Whether the seller created only the payment link, and the customer then the payment. */
  readonly isLink: boolean
}

/**
 * Shows who sold, and on which till and in which shift. For a payment that the shop's own software created,
 * shows its API key.
 */
export function SoldByCard({ soldBy: { actor, till, shift }, isLink }: SoldByProps) {
  const { t } = useTranslation('payments')
  const { me } = useCurrentAccount()
  const isPerson = actor.type === 'staff'
  const name = isPerson && actor.id === me.staff?.id ? t('sold_you') : actor.name
  if (!till && !name) return null
  const soldByPerson = isLink ? 'sold_link' : 'sold_person'
  const soldWithoutTill = isPerson ? soldByPerson : 'sold_key'
  return (
    <Card title={t('sold_by')}>
      <Facts
        facts={[
          {
            name: t(till ? 'sold_cashier' : soldWithoutTill),
            value: name,
          },
          {
            name: t('sold_till'),
            value: till && (
              <Link to="/tills/$id" params={{ id: till.id }} className="text-link">
                {till.name}
              </Link>
            ),
          },
          {
            name: t('sold_shift'),
            value: shift && (
              <Link to="/shifts/$id" params={{ id: shift.id }} className="text-link">
                {t('sold_shift_number', { number: shift.number })}
              </Link>
            ),
          },
        ]}
      />
    </Card>
  )
}

/** Shows what the customer entered in the custom fields of the payment page. */
export function AnswerCard({ answers }: { readonly answers: Timeline['answers'] }) {
  const { t } = useTranslation('payments')
  if (answers.length === 0) return null
  return (
    <Card title={t('answers')}>
      <Facts facts={answers.map(({ label, value }) => ({ name: label, value }))} />
    </Card>
  )
}

/** Shows gross, fees and net of a completed payment, and what was refunded of it. */
export function SettlementCard({ payment: { settlement, refunded } }: { readonly payment: Payment }) {
  const { t } = useTranslation('payments')
  if (!settlement) return null
  return (
    <Card title={t('settlement')}>
      <dl className="sums">
        <dt>{t('gross')}</dt>
        <dd>
          <Money amount={settlement.gross.value} />
        </dd>
        <dt>{t('fees')}</dt>
        <dd>
          <span aria-hidden="true">− </span>
          <Money amount={settlement.fees.value} />
        </dd>
        <dt className="sum">{t('net')}</dt>
        <dd className="sum">
          <Money amount={settlement.net.value} />
        </dd>
        {refunded.value > 0 && (
          <>
            <dt>{t('refunded')}</dt>
            <dd>
              <Money amount={refunded.value} />
            </dd>
          </>
        )}
      </dl>
    </Card>
  )
}

/** Shows the metadata that the merchant's software stored with the payment. */
export function MetadataCard({ payment: { metadata } }: { readonly payment: Payment }) {
  const { t } = useTranslation('payments')
  const facts = Object.entries(metadata).map(([name, value]) => ({ name, value: String(value) }))
  if (facts.length === 0) return null
  return (
    <Card title={t('metadata')}>
      <Facts facts={facts} />
    </Card>
  )
}

/**
 * Shows the QR code while the payment can be paid. Hides it while the outcome is checked, because the
 * customer may have paid already.
 */
export function QrCard({ payment }: { readonly payment: Payment }) {
  const { t } = useTranslation('payments')
  const { id } = useAccount()
  const { status, outcome_unknown, payment_qr_code } = payment
  if (status !== 'pending' || outcome_unknown || payment_qr_code === undefined) return null
  return (
    <Card title={t('qr')} text={t('qr_text')}>
      <img
        className="payment-qr"
        src={paymentQrUrl(staffCaller(id), payment.reference)}
        alt={t('qr_alt', { money: moneyOf(payment.amount.value) })}
        width={240}
        height={240}
      />
    </Card>
  )
}
