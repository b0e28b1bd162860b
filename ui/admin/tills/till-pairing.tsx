// The code that pairs a tablet with a till: as a picture to scan and as an address to type, while it is
// valid; a new one after that; and that it worked, once it did.
import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, resultOf } from '../../kit/api.ts'
import { useServerNow } from '../../kit/clock.ts'
import { groupCode } from '../../kit/pairing.model.ts'
import { countdownOf } from '../../kit/time.ts'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { useAccount } from '../parts/current-account.tsx'
import { Icon } from '../parts/icon.tsx'
import { useAction } from '../parts/queries.ts'
import { reachOf } from '../parts/reach.model.ts'
import { useTills } from '../parts/till.queries.ts'
import { pairingQrUrl, wasPairedSince } from './till.model.ts'

/** How often the page checks whether the tablet is paired. */
const lookEveryMs = 2_000

export interface Pairing {
  readonly pairing_code: string
  readonly pairing_url: string
  readonly pairing_expires_at: string
}

interface TillPairingProps {
  readonly till: { readonly id: string; readonly name: string }
  readonly first: Pairing
  /** When the till was paired as this began; null when it never was. */
  readonly before: string | null
  readonly onDone: () => void
}

export function TillPairing({ till: { id, name }, first, before, onDone }: TillPairingProps) {
  const { t } = useTranslation('tills')
  const [pairing, setPairing] = useState(first)
  const now = useServerNow(1_000)
  const { tills, retry } = useTills()
  const isPaired = wasPairedSince(
    tills?.find(till => till.id === id),
    before,
  )
  const left = Date.parse(pairing.pairing_expires_at) - now
  const waits = left > 0 && !isPaired
  const look = useRef(retry)
  look.current = retry
  useEffect(() => {
    if (!waits) return
    const timer = setInterval(() => look.current(), lookEveryMs)
    return () => clearInterval(timer)
  }, [waits])
  if (isPaired)
    return (
      <div className="stack pairing-done" role="status">
        <Icon name="check" size={44} />
        <strong>{t('pair_done', { name })}</strong>
        <p className="muted-text">{t('pair_done_text')}</p>
        <Button size="md" fullWidth onClick={onDone}>
          {t('done')}
        </Button>
      </div>
    )
  return (
    <div className="stack">
      {waits ? (
        <Code name={name} id={id} pairing={pairing} left={left} />
      ) : (
        <p className="info-note">{t('pair_expired')}</p>
      )}
      <NewPairingCode id={id} onMade={setPairing} isFirst={!waits} />
    </div>
  )
}

interface CodeProps {
  readonly id: string
  readonly name: string
  readonly pairing: Pairing
  readonly left: number
}

function Code({ id, name, pairing: { pairing_code, pairing_url }, left }: CodeProps) {
  const { t } = useTranslation('tills')
  const account = useAccount()
  return (
    <>
      <p className="muted-text">{t('pair_text')}</p>
      <img
        className="pairing-qr"
        src={pairingQrUrl(id, pairing_code, account.id)}
        alt={t('pair_qr', { name })}
        width="232"
        height="232"
      />
      <p className="pairing-left">
        <Icon name="clock" size={16} /> {t('pair_countdown', { left: countdownOf(left) })}
      </p>
      <p className="pairing-code" data-testid="pairing-code">
        {groupCode(pairing_code)}
      </p>
      <div className="link-box" data-testid="pairing-url">
        <code>{pairing_url}</code>
      </div>
      {reachOf(pairing_url) === 'local' && <p className="info-note">{t('pair_local_only')}</p>}
      <CopyButton text={pairing_url} label={t('pair_copy')} done={t('copied')} />
    </>
  )
}

interface NewPairingCodeProps {
  readonly id: string
  /** It is the first thing to do here. */
  readonly isFirst: boolean
  readonly onMade: (pairing: Pairing) => void
}

function NewPairingCode({ id, isFirst, onMade }: NewPairingCodeProps) {
  const { t } = useTranslation('tills')
  const renewal = useAction((_: undefined, header) =>
    resultOf(api.api.v1.tills({ id }).pairing.post(undefined, header)),
  )
  return (
    <>
      <ApiErrorNote apiError={renewal.apiError} />
      <Button
        size="md"
        variant={isFirst ? 'filled' : 'default'}
        loading={renewal.busy}
        onClick={() => renewal.run(undefined, ({ data }) => onMade(data))}
      >
        {t('pair_new')}
      </Button>
    </>
  )
}
