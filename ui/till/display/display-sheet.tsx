// Setting up customer displays from the till: a pairing code for another device, a second window of this one,
// and the list of displays.
import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pairingMs } from '../../../src/domain/pairing.ts'
import type { ApiError } from '../../kit/api.ts'
import { useApiErrorText } from '../../kit/api-error.ts'
import { useServerNow } from '../../kit/clock.ts'
import { Icon } from '../../kit/icon.tsx'
import { addTexts } from '../../kit/language.ts'
import { groupCode } from '../../kit/pairing.model.ts'
import { Sheet } from '../../kit/sheet.tsx'
import { countdownOf, shortDateTimeOf } from '../../kit/time.ts'
import { tillLater } from '../parts/later.text.ts'
import { useTillDevice } from '../parts/till-device.ts'
import {
  type Display,
  disconnectDisplay,
  isOnline,
  newPairing,
  type Pairing,
  pairingQrUrl,
  useDisplays,
} from './display.ts'

addTexts('till', tillLater)

interface DisplaySheetProps {
  readonly open: boolean
  readonly onClose: () => void
}

/** Shows the customer displays of this till in a sheet. */
export function DisplaySheet({ open, onClose }: DisplaySheetProps) {
  const { t } = useTranslation('till')
  return (
    <Sheet title={t('display')} open={open} onClose={onClose}>
      <Displays />
    </Sheet>
  )
}

/** Shows how to add a display, and the list of them. */
function Displays() {
  const { t } = useTranslation('till')
  const displays = useDisplays(useTillDevice().displays)
  return (
    <div className="display-sheet">
      {displays && <Connect displays={displays} />}
      <a className="display-window" href="/display" target="kaunta-display" data-testid="display-window">
        <Icon name="screen" /> <span>{t('display_window')}</span>
      </a>
      {displays && displays.length > 0 && (
        <section className="display-list" aria-labelledby="display-list">
          <h3 id="display-list">{t('display_list')}</h3>
          <ul>
            {displays.map(display => (
              <DisplayRow key={display.id} display={display} />
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

/**
 * Requests a pairing code when it is first rendered. Returns the pairing with its code, the error of the last
 * request, the display that was `connected` since then, and a function that requests another code.
 */
function usePairing(displays: readonly Display[]) {
  const [pairing, setPairing] = useState<Pairing>()
  const [apiError, setApiError] = useState<ApiError>()
  const [knownIds, setKnownIds] = useState(() => displays.map(({ id }) => id))
  const isRequesting = useRef(false)
  const requestCode = async () => {
    if (isRequesting.current) return
    isRequesting.current = true
    setKnownIds(displays.map(({ id }) => id))
    const answer = await newPairing()
    isRequesting.current = false
    setApiError(answer.ok ? undefined : answer.apiError)
    setPairing(answer.ok ? answer.value : undefined)
  }
  const firstRequest = useRef(requestCode)
  useEffect(() => void firstRequest.current(), [])
  return { pairing, apiError, connected: displays.find(({ id }) => !knownIds.includes(id)), requestCode }
}

/** Shows the pairing code; once it was used, the connected display; once it expired, a way to a new code. */
function Connect({ displays }: { readonly displays: readonly Display[] }) {
  const { t } = useTranslation('till')
  const errorText = useApiErrorText()
  const now = useServerNow(1_000)
  const { pairing, apiError, connected, requestCode } = usePairing(displays)
  const leftMs = pairing ? Date.parse(pairing.pairing_expires_at) - now : 0
  const newCodeButton = (textKey: 'display_another' | 'display_new_code') => (
    <Button
      size="md"
      variant="default"
      fullWidth
      data-testid="display-new-code"
      onClick={() => void requestCode()}
    >
      {t(textKey)}
    </Button>
  )
  if (pairing && connected)
    return (
      <div className="display-connected" role="status" data-testid="display-connected">
        <Icon name="check" size={44} />
        <strong>{t('display_connected')}</strong>
        <p>{connected.name}</p>
        {newCodeButton('display_another')}
      </div>
    )
  if (apiError)
    return (
      <div className="form">
        <p className="form-error" role="alert">
          {errorText(apiError)}
        </p>
        {newCodeButton('display_new_code')}
      </div>
    )
  if (!pairing) return <div className="display-connect" aria-busy="true" />
  if (leftMs <= 0)
    return (
      <div className="form">
        <p>{t('display_expired')}</p>
        {newCodeButton('display_new_code')}
      </div>
    )
  return <PairingCode pairing={pairing} leftMs={leftMs} />
}

/** Shows the pairing code as QR and as digits, and how long it is valid. */
function PairingCode({
  pairing: { pairing_code, pairing_url },
  leftMs,
}: {
  readonly pairing: Pairing
  readonly leftMs: number
}) {
  const { t } = useTranslation('till')
  // Without the fragment, which holds the code.
  const [address] = pairing_url.replace(/^https?:\/\//, '').split('#')
  return (
    <div className="display-connect">
      <p>{t('display_text')}</p>
      <img
        className="display-qr"
        src={pairingQrUrl(pairing_code)}
        alt={t('display_qr')}
        width="220"
        height="220"
      />
      <p className="display-type">
        <span>{t('display_type')}</span> <strong>{address}</strong> <span>{t('display_type_code')}</span>
      </p>
      <p className="display-code" data-testid="display-code">
        {groupCode(pairing_code)}
      </p>
      <p className="display-left">
        <Icon name="clock" size={16} />{' '}
        {t('display_expires', { left: countdownOf(Math.min(leftMs, pairingMs)) })}
      </p>
      {isLocalAddress(pairing_url) && <p>{t('display_localhost')}</p>}
    </div>
  )
}

/** Returns whether only this computer can open the address. */
const isLocalAddress = (url: string) => /^https?:\/\/(localhost|127\.|\[::1\])/.test(url)

/** Shows a display, whether it is online, and a button that disconnects it after a confirmation. */
function DisplayRow({ display }: { readonly display: Display }) {
  const { t } = useTranslation('till')
  const errorText = useApiErrorText()
  const { account } = useTillDevice()
  const now = useServerNow(1_000)
  const [isConfirming, setConfirming] = useState(false)
  const [apiError, setApiError] = useState<ApiError>()
  const disconnect = async () => {
    const answer = await disconnectDisplay(display.id)
    if (!answer.ok) setApiError(answer.apiError)
  }
  const online = isOnline(display, now)
  const timeText = (isoTime: string) => shortDateTimeOf(isoTime, account.time_zone, now)
  return (
    <li className="display-row" data-testid="display-row">
      <span className="display-dot" data-online={online || undefined} aria-hidden="true" />
      <span className="display-name">
        <strong>{display.name}</strong>
        <small>
          {online ? t('display_online') : t('display_seen', { time: timeText(display.last_seen_at) })} ·{' '}
          {t('display_since', { time: timeText(display.paired_at) })}
        </small>
      </span>
      {isConfirming ? (
        <span className="display-confirm">
          <Button
            size="compact-md"
            color="var(--bad)"
            data-testid="display-disconnect-confirm"
            onClick={() => void disconnect()}
          >
            {t('display_disconnect_confirm')}
          </Button>
          <Button size="compact-md" variant="default" onClick={() => setConfirming(false)}>
            {t('display_keep')}
          </Button>
        </span>
      ) : (
        <Button
          size="compact-md"
          variant="default"
          data-testid="display-disconnect"
          aria-label={t('display_disconnect_name', { name: display.name })}
          onClick={() => setConfirming(true)}
        >
          {t('display_disconnect')}
        </Button>
      )}
      {apiError && (
        <p className="form-error" role="alert">
          {errorText(apiError)}
        </p>
      )}
    </li>
  )
}
