// The receipt of a paid payment: printed, or sent with the words ready.
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { smsUrl, whatsAppUrl } from '../../kit/message-link.model.ts'
import { moneyOf, tokenDigits } from '../../kit/money.ts'
import type { Payment } from '../../kit/payment.ts'
import { receiptUrlOf } from '../../kit/receipt-url.model.ts'
import { useAccount } from '../parts/current-account.tsx'
import { Icon } from '../parts/icon.tsx'

/** Opens the payment's receipt page, which this server serves, and prints it once it is loaded. */
const printReceipt = (token: string): void => {
  const page = window.open(`/receipt/${token}`, '_blank')
  page?.addEventListener('load', () => page.print())
}

/** Prints the receipt of a completed payment, or sends its link by WhatsApp or SMS. */
export function ReceiptLinks({ payment }: { readonly payment: Payment }) {
  const { t } = useTranslation('payments')
  const { name: shop } = useAccount()
  const { payment_token: token, customer, amount } = payment
  const message = t('receipt_message', {
    shop,
    money: moneyOf(amount.value),
    number: tokenDigits(token),
    address: receiptUrlOf(payment, location.origin),
  })
  return <ReceiptActions message={message} phone={customer.phone} onPrint={() => printReceipt(token)} />
}

interface ReceiptActionsProps {
  readonly message: string
  /** The customer's number as E.164; empty if it is unknown. */
  readonly phone: string
  readonly onPrint: () => void
}

/** Draws the button that prints a receipt and the links that send `message`. */
export function ReceiptActions({ message, phone, onPrint }: ReceiptActionsProps) {
  const { t } = useTranslation('payments')
  return (
    <>
      <Button variant="default" leftSection={<Icon name="print" size={18} />} onClick={onPrint}>
        {t('receipt_print')}
      </Button>
      <a className="button-link" href={whatsAppUrl(message, phone)} target="_blank" rel="noreferrer">
        <Icon name="message" size={18} /> WhatsApp
      </a>
      <a className="button-link" href={smsUrl(message, phone)}>
        <Icon name="phone" size={18} /> {t('receipt_sms')}
      </a>
    </>
  )
}
