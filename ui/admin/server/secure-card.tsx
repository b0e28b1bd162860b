// The card of the secure connection: its state, the page that sets a device up, and each address of this
// server as a QR code.
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { api } from '../../kit/api.ts'
import { QrCode } from '../../kit/qr-code.tsx'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { Card } from '../parts/facts.tsx'
import { Timestamp } from '../parts/figure.tsx'
import { GuideLink } from '../parts/guide-link.tsx'
import { useRead } from '../parts/queries.ts'

/** Shows until when the certificate is valid, and the QR codes that set up a phone and open this server. */
export function SecureCard() {
  const { t, i18n } = useTranslation('server')
  const { data, apiError, retry } = useRead(['places'], header => api.api.v1.places.get(header))
  const places = data?.data
  // An IP address, because not every device finds `kaunta.local` before it is set up.
  const plainPlace = places?.items.find(({ kind, secure }) => kind === 'address' && !secure)
  return (
    <Card
      title={t('secure')}
      text={t('secure_text')}
      guide={<GuideLink guide="secure" about={t('secure')} />}
    >
      {apiError && <ApiErrorNote apiError={apiError} retry={retry} />}
      {places && (
        <div className="secure">
          {places.https.state === 'failed' && <p className="note note-bad">{t('secure_failed')}</p>}
          {places.https.state === 'off' && <p className="secure-state">{t('secure_off')}</p>}
          {places.https.state === 'on' && places.https.expires_at && (
            <p className="secure-state">
              {t('secure_until')} <Timestamp at={places.https.expires_at} isExact />
            </p>
          )}
          <Button component="a" href={`/trust?lang=${i18n.language}`} target="kaunta-trust" variant="default">
            {t('secure_device')}
          </Button>
          <div className="secure-codes">
            {plainPlace && <AddressCode url={`${plainPlace.url}/trust`} text={t('secure_scan')} />}
            {places.items.map(({ url, secure }) => (
              <AddressCode key={url} url={url} text={t(secure ? 'secure_yes' : 'secure_no')} />
            ))}
          </div>
        </div>
      )}
    </Card>
  )
}

/** Draws an address of this server as a QR code with its link. */
function AddressCode({ url, text }: { readonly url: string; readonly text: string }) {
  const { t } = useTranslation('server')
  return (
    <figure>
      <QrCode text={url} label={t('secure_qr', { url })} />
      <figcaption>
        <a href={url}>{url}</a>
        <span>{text}</span>
      </figcaption>
    </figure>
  )
}
