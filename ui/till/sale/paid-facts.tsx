// The details of a paid sale: method, payer, time and numbers.
import { useTranslation } from 'react-i18next'
import { serverNow } from '../../kit/clock.ts'
import { moneyOf, tokenDigits } from '../../kit/money.ts'
import { phoneOf, shortDateTimeOf } from '../../kit/time.ts'
import { providerOf } from '../parts/provider.ts'
import { useTillDevice } from '../parts/till-device.ts'
import { noteIn, type Sale } from './sale.model.ts'

/** A value longer than this, in characters, gets a row of its own. */
const factLengthMax = 24

/** Shows the facts of a paid sale that have a value. */
export function PaidFacts({ sale }: { readonly sale: Sale }) {
  const { t } = useTranslation('till')
  const { account } = useTillDevice()
  const { payment, cash } = sale
  const timeText = (isoTime: string) => shortDateTimeOf(isoTime, account.time_zone, serverNow())
  const outcomeFacts = () => {
    if (cash?.done)
      return [
        [t('cash_given'), moneyOf(cash.done.given)],
        [t('paid_at'), timeText(cash.done.created_at)],
      ]
    if (!payment) return []
    return [
      [t('paid_by'), providerOf(payment)],
      [t('paid_from'), phoneOf(payment.customer.phone)],
      [t('paid_at'), payment.completed_at ? timeText(payment.completed_at) : ''],
      [t('paid_number'), tokenDigits(payment.payment_token)],
      [t('paid_receipt'), payment.external_reference],
    ]
  }
  return (
    <dl className="facts">
      {[...outcomeFacts(), [t('note'), noteIn(sale.order)]].map(([name, value]) =>
        value ? (
          <div key={name} data-wide={value.length > factLengthMax || undefined}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  )
}
