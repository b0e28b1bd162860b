// What is shared of a paid sale: the address of its receipt, and the message.
import { useTranslation } from 'react-i18next'
import { moneyOf, tokenDigits } from '../../kit/money.ts'
import { receiptUrlOf } from '../../kit/receipt-url.model.ts'
import { dateTimeOf } from '../../kit/time.ts'
import { useTillDevice } from '../parts/till-device.ts'
import { saleTimeOf } from '../print/receipt.model.ts'
import type { Sale } from './sale.model.ts'
import { knownPhoneOf } from './share.model.ts'

/** Returns the address of the receipt, the customer's number and the message. A cash sale has no address. */
export function useReceiptShare(sale: Sale) {
  const { t } = useTranslation('till')
  const { account } = useTillDevice()
  const { payment, order } = sale
  const address = payment ? receiptUrlOf(payment, location.origin) : undefined
  const time = saleTimeOf(sale)
  const facts = {
    shop: account.name,
    money: moneyOf(order.details.amount),
    at: time && dateTimeOf(time, account.time_zone),
    number: payment ? tokenDigits(payment.payment_token) : '',
    address: address ?? '',
  }
  return { address, phone: knownPhoneOf(sale), message: t(address ? 'share_receipt' : 'share_cash', facts) }
}
