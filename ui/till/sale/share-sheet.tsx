// A receipt or a payment link for the customer: a code to scan, and messages that are ready to be sent.
import { useTranslation } from 'react-i18next'
import { Icon } from '../../kit/icon.tsx'
import { addTexts } from '../../kit/language.ts'
import { smsUrl, whatsAppUrl } from '../../kit/message-link.model.ts'
import { QrCode } from '../../kit/qr-code.tsx'
import { Sheet } from '../../kit/sheet.tsx'
import './receipt.css'
import { tillShare } from './share.text.ts'

addTexts('till', tillShare)

interface ShareSheetProps {
  readonly title: string
  /** The name of the code for screen readers. */
  readonly label: string
  /** The address that opens it on the customer's phone; undefined if it has no page. */
  readonly address: string | undefined
  readonly message: string
  /** The customer's number in E.164; empty if it is not known. */
  readonly phone: string
  readonly open: boolean
  readonly onClose: () => void
}

/** Shows the code and the messages in a sheet. */
export function ShareSheet({ title, label, address, message, phone, open, onClose }: ShareSheetProps) {
  const { t } = useTranslation('till')
  return (
    <Sheet title={title} open={open} onClose={onClose}>
      <div className="share" data-testid="share-sheet">
        {address && (
          <div className="share-code">
            <QrCode text={address} label={label} />
            <p>{t('share_scan')}</p>
          </div>
        )}
        <div className="share-ways">
          <a
            className="share-way"
            href={whatsAppUrl(message, phone)}
            target="_blank"
            rel="noreferrer"
            data-testid="share-whatsapp"
          >
            <Icon name="message" size={22} /> <span>WhatsApp</span>
          </a>
          <a className="share-way" href={smsUrl(message, phone)} data-testid="share-sms">
            <Icon name="phone" size={22} /> <span>{t('share_sms')}</span>
          </a>
        </div>
        <p className="share-message">{message}</p>
      </div>
    </Sheet>
  )
}
