// What a cashier may be asked about a payment that came: with what, from whom, when, and its numbers.
import { useTranslation } from 'react-i18next'
import { boxNow } from '../kit/clock.ts'
import type { Account } from '../kit/me.ts'
import { tokenDigits } from '../kit/money.ts'
import type { Payment } from '../kit/payment.ts'
import { momentOf, phoneOf } from '../kit/time.ts'
import { providerOf } from './provider.ts'

export function PaidFacts({ payment, account }: { readonly payment: Payment; readonly account: Account }) {
  const { t } = useTranslation('till')
  const facts = [
    [t('paid_by'), providerOf(payment)],
    [t('paid_from'), phoneOf(payment.customer.phone)],
    [t('paid_at'), payment.completed_at ? momentOf(payment.completed_at, account.time_zone, boxNow()) : ''],
    [t('paid_number'), tokenDigits(payment.payment_token)],
    [t('paid_receipt'), payment.external_reference],
  ]
  return (
    <dl className="facts">
      {facts.map(([name, value]) =>
        value ? (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  )
}
