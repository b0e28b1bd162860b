// The cards of a payment's page: details, breakdown, metadata and QR code.
import { useTranslation } from 'react-i18next'
import { staffCaller } from '../../kit/caller.ts'
import { moneyOf, tokenDigits } from '../../kit/money.ts'
import type { Payment } from '../../kit/payment.ts'
import { paymentQrUrl } from '../../kit/qr-url.ts'
import { phoneOf } from '../../kit/time.ts'
import { CopyField } from '../parts/copy-field.tsx'
import { useAccount } from '../parts/current-account.tsx'
import { Card, Facts } from '../parts/facts.tsx'
import { Money, Timestamp } from '../parts/figure.tsx'
import { providerNameOf } from './payment.model.ts'

export function FactCard({ payment }: { readonly payment: Payment }) {
  const { t } = useTranslation('payments')
  const { customer } = payment
  return (
    <Card title={t('facts')}>
      <Facts
        facts={[
          {
            name: t('fact_reference'),
            value: <CopyField text={payment.reference} label={t('the_reference')} />,
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
          { name: t('fact_method'), value: t(`method_${payment.payment_type}`) },
          { name: t('fact_provider'), value: providerNameOf(payment) },
          { name: t('fact_customer'), value: `${customer.first_name} ${customer.last_name}`.trim() },
          { name: t('fact_phone'), value: customer.phone && phoneOf(customer.phone) },
          { name: t('fact_email'), value: customer.email },
          {
            name: t('fact_receipt'),
            value: payment.external_reference && <code>{payment.external_reference}</code>,
          },
          { name: t('fact_created'), value: <Timestamp at={payment.created_at} exact /> },
          {
            name: t('fact_expires'),
            value: payment.status === 'pending' && <Timestamp at={payment.expires_at} exact />,
          },
          {
            name: t('fact_completed'),
            value: payment.completed_at && <Timestamp at={payment.completed_at} exact />,
          },
          { name: t('fact_version'), value: payment.api_version },
        ]}
      />
    </Card>
  )
}

export function SettlementCard({ payment: { settlement } }: { readonly payment: Payment }) {
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
      </dl>
    </Card>
  )
}

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

/** Only while it can still be paid. */
export function QrCard({ payment }: { readonly payment: Payment }) {
  const { t } = useTranslation('payments')
  const { id } = useAccount()
  if (payment.status !== 'pending' || payment.payment_qr_code === undefined) return null
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
