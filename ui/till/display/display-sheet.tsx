// The customer's screen, set up from the till: a code that pairs another device, a second window of this one,
// and the devices there are.
import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pairingMs } from '../../../src/domain/pairing.ts'
import type { ApiError } from '../../kit/api.ts'
import { useApiErrorText } from '../../kit/api-error.ts'
import { useServerNow } from '../../kit/clock.ts'
import { Icon } from '../../kit/icon.tsx'
import { groupedCode } from '../../kit/pairing.model.ts'
import { Sheet } from '../../kit/sheet.tsx'
import { countdownOf, shortDateTimeOf } from '../../kit/time.ts'
import { useTillDevice } from '../app/till-device.ts'
import {
  type Display,
  isPresent,
  newPairing,
  type Pairing,
  pairingQrUrl,
  takeDisplay,
  useDisplays,
} from './display.ts'

interface DisplaySheetProps {
  readonly open: boolean
  readonly onClose: () => void
}

export function DisplaySheet({ open, onClose }: DisplaySheetProps) {
  const { t } = useTranslation('till')
  return (
    <Sheet title={t('display')} open={open} onClose={onClose}>
      <Displays />
    </Sheet>
  )
}

function Displays() {
  const { t } = useTranslation('till')
  const displays = useDisplays()
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

/** A code at once, a fresh one when it is too old, and that it worked. */
function Connect({ displays }: { readonly displays: readonly Display[] }) {
  const { t } = useTranslation('till')
  const errorText = useApiErrorText()
  const now = useServerNow(1_000)
  const [pairing, setPairing] = useState<Pairing>()
  const [apiError, setApiError] = useState<ApiError>()
  const [known, setKnown] = useState(() => displays.map(({ id }) => id))
  const asking = useRef(false)
  const make = async () => {
    if (asking.current) return
    asking.current = true
    setKnown(displays.map(({ id }) => id))
    const answer = await newPairing()
    asking.current = false
    setApiError(answer.ok ? undefined : answer.apiError)
    setPairing(answer.ok ? answer.value : undefined)
  }
  const first = useRef(make)
  useEffect(() => void first.current(), [])
  const came = displays.find(({ id }) => !known.includes(id))
  const left = pairing ? Date.parse(pairing.pairing_expires_at) - now : 0
  const fresh = (word: 'display_more' | 'display_fresh') => (
    <Button size="md" variant="default" fullWidth data-testid="display-fresh" onClick={() => void make()}>
      {t(word)}
    </Button>
  )
  if (pairing && came)
    return (
      <div className="display-came" role="status" data-testid="display-came">
        <Icon name="check" size={44} />
        <strong>{t('display_came')}</strong>
        <p>{came.name}</p>
        {fresh('display_more')}
      </div>
    )
  if (apiError)
    return (
      <div className="form">
        <p className="form-error" role="alert">
          {apiError.kind === 'refused' && apiError.errorCode === 'invalid_state'
            ? t('display_full')
            : errorText(apiError)}
        </p>
        {fresh('display_fresh')}
      </div>
    )
  if (!pairing) return <div className="display-connect" aria-busy="true" />
  if (left <= 0)
    return (
      <div className="form">
        <p>{t('display_old')}</p>
        {fresh('display_fresh')}
      </div>
    )
  return <Code pairing={pairing} left={left} />
}

function Code({
  pairing: { pairing_code, pairing_url },
  left,
}: {
  readonly pairing: Pairing
  readonly left: number
}) {
  const { t } = useTranslation('till')
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
        {groupedCode(pairing_code)}
      </p>
      <p className="display-left">
        <Icon name="clock" size={16} /> {t('display_left', { left: countdownOf(Math.min(left, pairingMs)) })}
      </p>
      {isHereOnly(pairing_url) && <p>{t('display_here')}</p>}
    </div>
  )
}

/** Whether only the box itself can open it. */
const isHereOnly = (url: string) => /^https?:\/\/(localhost|127\.|\[::1\])/.test(url)

function DisplayRow({ display }: { readonly display: Display }) {
  const { t } = useTranslation('till')
  const errorText = useApiErrorText()
  const { account } = useTillDevice()
  const now = useServerNow(1_000)
  const [asks, setAsks] = useState(false)
  const [apiError, setApiError] = useState<ApiError>()
  const take = async () => {
    const answer = await takeDisplay(display.id)
    if (!answer.ok) setApiError(answer.apiError)
  }
  const there = isPresent(display, now)
  const moment = (stamp: string) => shortDateTimeOf(stamp, account.time_zone, now)
  return (
    <li className="display-row" data-testid="display-row">
      <span className="display-dot" data-there={there || undefined} aria-hidden="true" />
      <span className="display-name">
        <strong>{display.name}</strong>
        <small>
          {there ? t('display_there') : t('display_seen', { time: moment(display.last_seen_at) })} ·{' '}
          {t('display_since', { time: moment(display.paired_at) })}
        </small>
      </span>
      {asks ? (
        <span className="display-ask">
          <Button
            size="compact-md"
            color="var(--bad)"
            data-testid="display-take-yes"
            onClick={() => void take()}
          >
            {t('display_take_yes')}
          </Button>
          <Button size="compact-md" variant="default" onClick={() => setAsks(false)}>
            {t('display_take_no')}
          </Button>
        </span>
      ) : (
        <Button
          size="compact-md"
          variant="default"
          data-testid="display-take"
          aria-label={t('display_take_name', { name: display.name })}
          onClick={() => setAsks(true)}
        >
          {t('display_take')}
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
