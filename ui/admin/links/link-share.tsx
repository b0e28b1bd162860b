// How a payment link gets to its customer: copied, scanned, opened here, or printed as a card for the
// counter.
import { Button, TextInput } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { smsUrl, whatsAppUrl } from '../../kit/message-link.model.ts'
import { useAccount } from '../parts/current-account.tsx'
import { Timestamp } from '../parts/figure.tsx'
import { Icon } from '../parts/icon.tsx'
import { reachOf } from '../parts/reach.model.ts'
import { type PaymentLink, qrUrl } from './link.model.ts'
import { LinkPrint } from './link-print.tsx'

/** Shows the QR code of the link, and the ways to send it. */
export function LinkShare({ session }: { readonly session: PaymentLink }) {
  const { t } = useTranslation('links')
  const account = useAccount()
  const [isPrinting, setPrinting] = useState(false)
  const { payment_link_url: link, reference, expires_at, customer_phone: phone } = session
  const values = { shop: account.name, address: link, what: session.description }
  const message = t(session.description ? 'share_message' : 'share_message_plain', values)
  return (
    <section className="card share">
      <img
        src={qrUrl(account.id, reference)}
        alt={t('qr_alt')}
        width="200"
        height="200"
        className="share-qr"
      />
      <div className="share-body">
        <div>
          <h2 className="share-title">{t('share')}</h2>
          <p className="share-note">{t('share_once')}</p>
        </div>
        <ReachNote link={link} />
        <p className="share-note">
          {t('fact_expires')} <Timestamp at={expires_at} isExact />
        </p>
      </div>
      <LinkField link={link}>
        <Button variant="default" onClick={() => setPrinting(true)}>
          {t('print')}
        </Button>
        <a className="button-link" href={whatsAppUrl(message, phone)} target="_blank" rel="noreferrer">
          WhatsApp
        </a>
        <a className="button-link" href={smsUrl(message, phone)}>
          {t('share_sms')}
        </a>
        <a className="button-link" href={session.checkout_url} target="_blank" rel="noopener">
          {t('open')} <Icon name="link" size={16} />
        </a>
      </LinkField>
      <LinkPrint session={session} open={isPrinting} onClose={() => setPrinting(false)} />
    </section>
  )
}

/**
 * Shows a field with the link, and a button that copies it. Pages over http may not use the clipboard API:
 * the button then selects the text and runs the browser's older `copy` command.
 */
function LinkField({ link, children }: { readonly link: string; readonly children: ReactNode }) {
  const { t } = useTranslation('links')
  const field = useRef<HTMLInputElement>(null)
  const [copyState, setCopyState] = useState<'copied' | 'copy_failed'>()
  const copy = async () => {
    const usedClipboard = await navigator.clipboard?.writeText(link).then(
      () => true,
      () => false,
    )
    field.current?.select()
    const isCopied = usedClipboard || document.execCommand('copy')
    setCopyState(isCopied ? 'copied' : 'copy_failed')
  }
  return (
    <div className="link-field">
      <TextInput
        ref={field}
        aria-label={t('link')}
        readOnly
        value={link}
        data-testid="link"
        onFocus={event => event.currentTarget.select()}
      />
      <Button
        onClick={copy}
        leftSection={<Icon name={copyState === 'copied' ? 'check' : 'copy'} size={18} />}
      >
        {t(copyState === 'copied' ? 'copied' : 'copy_link')}
      </Button>
      <div className="share-actions">{children}</div>
      <p role="status" className={copyState === 'copy_failed' ? 'copy-status' : 'visually-hidden'}>
        {copyState && t(copyState)}
      </p>
    </div>
  )
}

/** Warns if the link opens only in the shop’s network, or only on the server itself; else draws nothing. */
export function ReachNote({ link }: { readonly link: string }) {
  const { t } = useTranslation('links')
  const reach = reachOf(link)
  if (reach === 'everywhere') return null
  return (
    <p className="form-note form-note-warning">
      <Icon name="cloud" size={18} />
      <span>
        {reach === 'shop' ? t('reach_shop') : t('reach_local', { host: URL.parse(link)?.host ?? '' })}
      </span>
    </p>
  )
}
