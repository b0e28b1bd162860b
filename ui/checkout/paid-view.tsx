// Paid: the receipt, where it is saved and shared, and the way back to the shop.
import { walletNames } from '../../src/domain/phone.ts'
import { hasTaxNumber, shopLines } from '../../src/domain/receipt-shop.ts'
import { tokenDigits } from '../kit/money.ts'
import { Heading } from './heading.tsx'
import { Money } from './money.tsx'
import { Order } from './order.tsx'
import type { Translate } from './translate.ts'
import type { CheckoutState, CheckoutView } from './view.ts'

/** How long the receipt is shown before the page continues to the shop, in seconds. */
export const returnSeconds = 8

/** A value with more characters than this is set as a sentence. */
const proseLength = 60

interface PaidProps {
  readonly view: CheckoutView
  readonly state: Extract<CheckoutState, { kind: 'paid' }>
  readonly t: Translate
}

/** Shows the receipt like a strip of paper with a torn edge. */
export function Receipt({ view, state, t }: PaidProps) {
  const shop = view.merchantName
  const { header, footer } = state.shop
  const addressLines = shopLines(state.shop, t('receipt_phone'))
  const facts = [
    [t('receipt_shop'), shop],
    [t('receipt_for'), view.description ?? ''],
    [t('receipt_at'), momentIn(view.locale, state.paidAt, state.timeZone)],
    [t('receipt_by'), providerName(state.provider, t)],
    [t('receipt_network'), state.networkReference],
    [t('receipt_number'), tokenDigits(state.paymentNumber)],
    [t('receipt_reference'), state.reference],
  ] as const
  return (
    <>
      <article className="receipt" aria-label={t('receipt')}>
        {header !== null && <p className="shop-lines shop-top">{header}</p>}
        <Heading icon="paid" look="good" text={t('paid')} />
        {view.amount !== null && <Money amount={view.amount} />}
        <p className="lead">{view.successMessage || t('paid_thanks', { shop })}</p>
        {view.sandbox && <p className="stamp">{t('paid_practice')}</p>}
        <dl>
          {facts
            .filter(([, value]) => value !== '')
            .map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd className={value === state.reference ? 'code' : proseClass(value)}>{value}</dd>
              </div>
            ))}
        </dl>
        {/* A single line is the city, which does not identify the shop. */}
        {addressLines.length > 1 && <p className="shop-lines shop-end">{addressLines.join('\n')}</p>}
        {footer !== null && <p className="shop-lines shop-end">{footer}</p>}
        {hasTaxNumber(state.shop) && <p className="shop-lines shop-end">{t('receipt_not_fiscal')}</p>}
      </article>
      <div className="receipt-edge" />
    </>
  )
}

const proseClass = (value: string) => (value.length > proseLength ? 'prose' : undefined)

/** Shows that the payment is complete: the order's number, the receipt, and the way back to the shop. */
export function PaidView({ view, state, t }: PaidProps) {
  const shop = view.merchantName
  const returnUrl = returnOf(state)
  return (
    <>
      {view.order && (
        <div className="order-number">
          <p className="token">
            {t('order_number')} <b>{view.order.number}</b>
          </p>
          <p className="hint">{t('order_number_text')}</p>
        </div>
      )}
      <Receipt view={view} state={state} t={t} />
      {view.order && <Order view={view} t={t} />}
      <p className="keep centred">
        <a href={`${receiptPath(state)}?lang=${view.locale}`}>{t('receipt_share')}</a>
      </p>
      {returnUrl !== undefined && (
        <div className="return">
          <a className="primary" href={returnUrl} data-return={returnSeconds}>
            {t('return', { shop })}
          </a>
          <div hidden data-staying="">
            <p className="hint centred" data-text={t('return_soon')} />
            <button type="button" className="tertiary" data-stay="">
              {t('return_stay')}
            </button>
          </div>
        </div>
      )}
    </>
  )
}

/** Returns the path of the receipt's own page, which anyone with the payment number can open. */
const receiptPath = ({ paymentNumber }: Pick<PaidProps['state'], 'paymentNumber'>): string =>
  `/receipt/${paymentNumber}`

/** Returns where the page continues to; undefined without an address, or with one that is not http(s). */
export const returnOf = ({ returnUrl }: PaidProps['state']): string | undefined =>
  returnUrl !== null && /^https?:\/\//i.test(returnUrl) ? returnUrl : undefined

/** Returns the brand's name for a provider's code. */
const providerName = (provider: string, t: Translate) =>
  provider === 'card' ? t('receipt_card') : (walletNames[provider] ?? provider)

/** Returns a date and time such as `21 Nov 2025, 14:02`. `time` is in ms, the zone that of the account. */
export const momentIn = (locale: CheckoutView['locale'], time: number, timeZone: string) =>
  new Intl.DateTimeFormat(locale === 'sw' ? 'sw-TZ' : 'en-GB', {
    timeZone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(time)
