// What does not work right now, and what does, over every screen of the till: the box is out of reach, or the
// networks behind it are.
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useReachable } from '../../kit/connection.ts'
import { Icon } from '../../kit/icon.tsx'
import { workingMethods } from './account.model.ts'
import { useDown } from './network-health.ts'
import { useTillDevice } from './till-device.ts'

function watchOnline(listener: () => void): () => void {
  for (const name of ['online', 'offline']) window.addEventListener(name, listener)
  return () => {
    for (const name of ['online', 'offline']) window.removeEventListener(name, listener)
  }
}

/** The box cannot be reached: nothing new can be sold, and nothing is lost. Goes away by itself. */
export function BoxBanner() {
  const { t } = useTranslation('till')
  const reachable = useReachable()
  const online = useSyncExternalStore(watchOnline, () => navigator.onLine)
  return (
    <div role="alert" className="link-banner" data-testid="box-banner" hidden={reachable}>
      {!reachable && (
        <>
          <Icon name="cloud" size={20} />
          <span>
            <strong>{t(online ? 'box_gone' : 'wifi_gone')}</strong> {t('box_gone_more')}
          </span>
        </>
      )}
    </div>
  )
}

/**
 * The box is there, but a payment network is not: names what fails and what works. Without the box nothing
 * does.
 */
export function NetworkBanner() {
  const { t } = useTranslation('till')
  const counter = useTillDevice()
  const { account } = counter
  const down = useDown(counter.till !== null)
  const reachable = useReachable()
  const none = !account.takes['dynamic-qr'] && !account.takes.mobile
  if (!reachable || (!none && down.length === 0)) return <div role="alert" hidden />
  const works = workingMethods(counter, down).map(way => t(`way_${way}`))
  const what = none
    ? t('net_none')
    : down.length === 2
      ? t('net_gone')
      : t(down[0] === 'qr' ? 'net_gone_qr' : 'net_gone_push')
  return (
    <div role="alert" className="link-banner net-banner" data-testid="net-banner">
      <Icon name="cloud" size={20} />
      <span>
        <strong>{what}</strong>{' '}
        {works.length > 0 ? t('works_now', { ways: works.join(', ') }) : t('works_nothing')}
      </span>
    </div>
  )
}
