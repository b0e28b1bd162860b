// A payment link: as a QR code to scan and as text to send. Pages on plain http lack the clipboard API: there
// the old copy command is used, and if it fails the text stays selected.
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Caller } from '../../kit/caller.ts'
import { Icon } from '../../kit/icon.tsx'
import { addTexts } from '../../kit/language.ts'
import { smsUrl, whatsAppUrl } from '../../kit/message-link.model.ts'
import { moneyOf } from '../../kit/money.ts'
import { linkQrUrl } from '../../kit/qr-url.ts'
import { tillLater } from '../parts/later.text.ts'
import { useTillDevice } from '../parts/till-device.ts'
import { QrPicture } from './qr-code.tsx'
import type { SaleLink } from './sale.model.ts'

addTexts('till', tillLater)

interface LinkFigureProps {
  readonly caller: Caller
  readonly link: SaleLink
  readonly amount: number
}

/** Shows a payment link as a QR code and as text, and lets the cashier copy or send it. */
export function LinkFigure({ caller, link, amount }: LinkFigureProps) {
  const { t } = useTranslation('till')
  const { account } = useTillDevice()
  const message = t('share_link', { shop: account.name, money: moneyOf(amount), address: link.url })
  const field = useRef<HTMLInputElement>(null)
  const [copyResult, setCopyResult] = useState<'copied' | 'selected'>()
  async function copy() {
    field.current?.focus()
    field.current?.select()
    setCopyResult((await copyText(link.url)) ? 'copied' : 'selected')
  }
  return (
    <div className="link-figure">
      <QrPicture url={linkQrUrl(caller, link.reference)} alt={t('link_alt')} missing={t('link_missing')} />
      <div className="link-text">
        <input
          ref={field}
          className="link-field"
          aria-label={t('method_link')}
          data-testid="link"
          readOnly
          value={link.url}
          onFocus={event => event.currentTarget.select()}
        />
        <button
          type="button"
          className="link-way"
          aria-label={t('link_copy')}
          data-testid="copy"
          onClick={() => void copy()}
        >
          <Icon name="copy" size={20} />
        </button>
        <a
          className="link-way"
          href={whatsAppUrl(message)}
          target="_blank"
          rel="noreferrer"
          data-testid="share-whatsapp"
        >
          WhatsApp
        </a>
        <a className="link-way" href={smsUrl(message)} data-testid="share-sms">
          {t('share_sms')}
        </a>
      </div>
      <p className="link-status" role="status">
        {copyResult && t(copyResult === 'copied' ? 'link_copied' : 'link_selected')}
      </p>
    </div>
  )
}

/** Copies a text. Returns whether that worked. */
async function copyText(text: string): Promise<boolean> {
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text)
      return true
    }
    // A page on plain http has only this old command.
    return document.execCommand('copy')
  } catch {
    return false
  }
}
