// The QR code of a payment: black on white in every theme, with the quiet zone inside the picture.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Caller } from '../../kit/caller.ts'
import { moneyOf } from '../../kit/money.ts'
import type { Payment } from '../../kit/payment.ts'
import { paymentQrUrl } from '../../kit/qr-url.ts'

/** A picture that could not be loaded is requested again after this time. */
const retryMs = 1_500

interface QrCodeProps {
  readonly caller: Caller
  readonly payment: Payment
}

/** Shows the QR code of a payment. */
export function QrCode({ caller, payment }: QrCodeProps) {
  const { t } = useTranslation('till')
  return (
    <QrPicture
      url={paymentQrUrl(caller, payment.reference)}
      alt={t('qr_alt', { money: moneyOf(payment.amount.value) })}
      missing={t('qr_missing')}
    />
  )
}

interface QrPictureProps {
  readonly url: string
  readonly alt: string
  /** The text below the picture while it cannot be loaded. */
  readonly missing: string
}

/** Shows a picture of a QR code, and loads it again until that succeeds. */
export function QrPicture({ url, alt, missing }: QrPictureProps) {
  const [failures, setFailures] = useState(0)
  const [isFailing, setFailing] = useState(false)
  const retry = () => {
    setFailing(true)
    // The picture gets a new key, and is loaded again.
    setTimeout(() => setFailures(before => before + 1), retryMs)
  }
  return (
    <figure className="qr">
      <img
        key={failures}
        data-testid="qr"
        src={url}
        alt={alt}
        width={320}
        height={320}
        onLoad={() => setFailing(false)}
        onError={retry}
      />
      {isFailing && <figcaption className="qr-missing">{missing}</figcaption>}
    </figure>
  )
}
