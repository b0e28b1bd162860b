// A card for the counter with the shop's name, the amount and the QR code of the link. The printed card is
// drawn outside the page's root, and the style sheet for paper hides everything else.
import { Button } from '@mantine/core'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { moneyOf } from '../../kit/money.ts'
import { Sheet } from '../../kit/sheet.tsx'
import { useAccount } from '../parts/current-account.tsx'
import { exactTimeOf } from '../parts/time.model.ts'
import { linkWithoutScheme, type PaymentLink, qrUrl } from './link.model.ts'

/** Larger amounts are printed in smaller type, so that they fit the card. */
const largeTypeMax = 99_999_999

interface LinkPrintProps {
  readonly session: PaymentLink
  readonly open: boolean
  readonly onClose: () => void
}

/**
 * Shows the card for the counter in a dialog, with a button that prints it. While the dialog is open, a
 * second card, which only a printer shows, is drawn outside the page.
 */
export function LinkPrint({ session, open, onClose }: LinkPrintProps) {
  const { t } = useTranslation('links')
  const time = useExpiryText(session)
  return (
    <>
      <Sheet title={t('print_title')} open={open} onClose={onClose}>
        <div className="print-sheet">
          <p className="print-note">{t('print_text', { time })}</p>
          <CounterCard session={session} />
          <Button fullWidth size="md" onClick={() => window.print()} data-testid="print">
            {t('print_go')}
          </Button>
        </div>
      </Sheet>
      {open &&
        createPortal(
          <div className="on-paper" aria-hidden="true">
            <CounterCard session={session} />
          </div>,
          document.body,
        )}
    </>
  )
}

/** Returns when the link expires, in the shop’s time zone and without seconds. */
function useExpiryText({ expires_at }: PaymentLink): string {
  const { i18n } = useTranslation()
  const { time_zone } = useAccount()
  const time = exactTimeOf(expires_at, time_zone, i18n.language)
  return time.replace(/:\d\d$/, '') // 20:15:30 becomes 20:15
}

/** Draws the card for the counter. It has no amount if the customer chooses the amount. */
function CounterCard({ session }: { readonly session: PaymentLink }) {
  const { t } = useTranslation('links')
  const { id, mode } = useAccount()
  const time = useExpiryText(session)
  const { allow_custom_amount: hasCustomAmount, amount, description, merchant_name, brand_color } = session
  return (
    <article className="print-card" style={{ borderTopColor: brand_color }}>
      {mode === 'sandbox' && <p className="print-practice">{t('print_practice')}</p>}
      <h3>{merchant_name}</h3>
      {description && <p className="print-description">{description}</p>}
      {!hasCustomAmount && (
        <p className={amount > largeTypeMax ? 'print-amount print-amount-long' : 'print-amount'}>
          {moneyOf(amount)}
        </p>
      )}
      <img src={qrUrl(id, session.reference)} alt={t('qr_alt')} width="260" height="260" />
      <p className="print-instruction">{t('print_scan')}</p>
      <p>
        {t('print_type')} <strong>{linkWithoutScheme(session.payment_link_url)}</strong>
      </p>
      <p className="print-expiry">{t('print_until', { time })}</p>
    </article>
  )
}
