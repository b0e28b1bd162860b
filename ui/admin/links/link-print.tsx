// A card for the counter: the shop's name, the amount, the QR code of the link. What is printed is rendered
// outside the page's root, so that paper shows only the card.
import { Button } from '@mantine/core'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { moneyOf } from '../../kit/money.ts'
import { Sheet } from '../../kit/sheet.tsx'
import { useAccount } from '../parts/current-account.tsx'
import { exactTimeOf } from '../parts/time.model.ts'
import { linkWithoutScheme, type PaymentLink, qrUrl } from './link.model.ts'

interface LinkPrintProps {
  readonly session: PaymentLink
  readonly open: boolean
  readonly onClose: () => void
}

export function LinkPrint({ session, open, onClose }: LinkPrintProps) {
  const { t } = useTranslation('links')
  const time = useEnd(session)
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

function useEnd({ expires_at }: PaymentLink): string {
  const { i18n } = useTranslation()
  const { time_zone } = useAccount()
  return exactTimeOf(expires_at, time_zone, i18n.language).replace(/:\d\d$/, '')
}

function CounterCard({ session }: { readonly session: PaymentLink }) {
  const { t } = useTranslation('links')
  const { id, mode } = useAccount()
  const time = useEnd(session)
  const { allow_custom_amount: isOpen, amount, description, merchant_name, brand_color } = session
  return (
    <article className="print-card" style={{ borderTopColor: brand_color }}>
      {mode === 'sandbox' && <p className="print-practice">{t('print_practice')}</p>}
      <h3>{merchant_name}</h3>
      {description && <p className="print-description">{description}</p>}
      {!isOpen && (
        <p className={amount > 99_999_999 ? 'print-amount print-amount-long' : 'print-amount'}>
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
