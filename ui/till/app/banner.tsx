// Banners over every screen of the till: the server cannot be reached, or its payment networks cannot.
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useReachable } from '../../kit/connection.ts'
import { Icon } from '../../kit/icon.tsx'
import { workingMethods } from '../parts/account.model.ts'
import type { PausedNetwork } from '../parts/network-health.model.ts'
import { useDownMethods, usePausedNetworks } from '../parts/network-health.ts'
import { useTillDevice } from '../parts/till-device.ts'

/** Calls `listener` when the device goes online or offline. Returns the function that stops it. */
function subscribeOnline(listener: () => void): () => void {
  for (const name of ['online', 'offline']) window.addEventListener(name, listener)
  return () => {
    for (const name of ['online', 'offline']) window.removeEventListener(name, listener)
  }
}

/** While the server cannot be reached, shows that no payment can be created and that nothing is lost. */
export function ServerBanner() {
  const { t } = useTranslation('till')
  const isReachable = useReachable()
  const isOnline = useSyncExternalStore(subscribeOnline, () => navigator.onLine)
  return (
    <div role="alert" className="status-banner" data-testid="server-banner" hidden={isReachable}>
      {!isReachable && (
        <>
          <Icon name="cloud" size={20} />
          <span>
            <strong>{t(isOnline ? 'server_unreachable' : 'wifi_off')}</strong> {t('server_unreachable_text')}
          </span>
        </>
      )}
    </div>
  )
}

/**
 * Shows which payment networks cannot be reached, do not answer or are paused, and which methods still work;
 * nothing while all is well or the server itself cannot be reached.
 */
export function NetworkBanner() {
  const { t } = useTranslation('till')
  const device = useTillDevice()
  const { account } = device
  const down = useDownMethods(device.till !== null)
  const paused = usePausedNetworks()
  const isReachable = useReachable()
  const hasNoNetwork = !account.takes['dynamic-qr'] && !account.takes.mobile
  if (!isReachable || (!hasNoNetwork && down.length === 0 && paused.length === 0))
    return <div role="alert" hidden />
  const working = workingMethods(device, down).map(method => t(`method_${method}`))
  const nameOf = ({ title, methods }: PausedNetwork) =>
    `${title} (${methods.map(method => t(`method_${method}`)).join(', ')})`
  const problem = () => {
    if (hasNoNetwork) return t('network_none')
    if (paused.length > 0)
      return t('network_paused', { count: paused.length, networks: paused.map(nameOf).join(', ') })
    const isAllDown = down.length === 2 // QR codes and pushes
    if (isAllDown) return t('network_down')
    return t(down[0] === 'qr' ? 'network_down_qr' : 'network_down_push')
  }
  return (
    <div role="alert" className="status-banner network-banner" data-testid="network-banner">
      <Icon name="cloud" size={20} />
      <span>
        <strong>{problem()}</strong>{' '}
        {working.length > 0 ? t('methods_working', { methods: working.join(', ') }) : t('methods_none')}
      </span>
    </div>
  )
}
