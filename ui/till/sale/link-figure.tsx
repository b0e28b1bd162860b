// A payment link: as a QR code to scan and as text to send. Pages on plain http lack the clipboard API: there
// the old copy command is used, and if it fails the text stays selected.
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Caller } from '../../kit/caller.ts'
import { Icon } from '../../kit/icon.tsx'
import { linkQrUrl } from '../../kit/qr-url.ts'
import { QrPicture } from './qr-code.tsx'
import type { SaleLink } from './sale.model.ts'

interface LinkFigureProps {
  readonly caller: Caller
  readonly link: SaleLink
}

export function LinkFigure({ caller, link }: LinkFigureProps) {
  const { t } = useTranslation('till')
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
        <button type="button" className="link-copy" data-testid="copy" onClick={() => void copy()}>
          <Icon name="copy" size={20} />
          <span>{t('link_copy')}</span>
        </button>
      </div>
      <p className="link-status" role="status">
        {copyResult && t(copyResult === 'copied' ? 'link_copied' : 'link_selected')}
      </p>
    </div>
  )
}

async function copyText(text: string): Promise<boolean> {
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text)
      return true
    }
    // On plain http there is no other way.
    return document.execCommand('copy')
  } catch {
    return false
  }
}
