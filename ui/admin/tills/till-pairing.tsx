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
const refreshMs = 2_000

/** A code that pairs one tablet, its link, and until when it is valid. */
export interface Pairing {
  readonly pairing_code: string
  readonly pairing_url: string
  readonly pairing_expires_at: string
}

interface TillPairingProps {
  readonly till: { readonly id: string; readonly name: string }
  /** The code that is shown first. */
  readonly firstPairing: Pairing
  /** When the till had been paired before; null if never. A later time means that this code worked. */
  readonly pairedBefore: string | null
  readonly onDone: () => void
}

/**
 * Shows a pairing code with the time left, a button for a new code, and, once a tablet has used a code, that
 * the till is paired.
 */
export function TillPairing({ till: { id, name }, firstPairing, pairedBefore, onDone }: TillPairingProps) {
  const { t } = useTranslation('tills')
  const [pairing, setPairing] = useState(firstPairing)
  const now = useServerNow(1_000)
  const { tills, retry } = useTills()
  const isPaired = wasPairedSince(
    tills?.find(till => till.id === id),
    pairedBefore,
  )
  const leftMs = Date.parse(pairing.pairing_expires_at) - now
  const isWaiting = leftMs > 0 && !isPaired
  const latestRetry = useRef(retry)
  latestRetry.current = retry
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => latestRetry.current(), refreshMs)
    return () => clearInterval(timer)
  }, [isWaiting])
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
      {isWaiting ? (
        <PairingCode name={name} id={id} pairing={pairing} leftMs={leftMs} />
      ) : (
        <p className="info-note">{t('pair_expired')}</p>
      )}
      <NewPairingCode id={id} onCreated={setPairing} isMainAction={!isWaiting} />
    </div>
  )
}

interface PairingCodeProps {
  readonly id: string
  readonly name: string
  readonly pairing: Pairing
  readonly leftMs: number
}

/** Shows a pairing code as a QR code, as letters, and as an address to type. */
function PairingCode({ id, name, pairing: { pairing_code, pairing_url }, leftMs }: PairingCodeProps) {
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
        <Icon name="clock" size={16} /> {t('pair_countdown', { left: countdownOf(leftMs) })}
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
  /** Whether the button is the main action, because the last code has expired. */
  readonly isMainAction: boolean
  readonly onCreated: (pairing: Pairing) => void
}

/** Makes another code, which replaces the last one. */
function NewPairingCode({ id, isMainAction, onCreated }: NewPairingCodeProps) {
  const { t } = useTranslation('tills')
  const renewal = useAction((_: undefined, header) =>
    resultOf(api.api.v1.tills({ id }).pairing.post(undefined, header)),
  )
  return (
    <>
      <ApiErrorNote apiError={renewal.apiError} />
      <Button
        size="md"
        variant={isMainAction ? 'filled' : 'default'}
        loading={renewal.busy}
        onClick={() => renewal.run(undefined, ({ data }) => onCreated(data))}
      >
        {t('pair_new')}
      </Button>
    </>
  )
}
