// What the pages of networks share: their names, states, methods and errors.
import { useTranslation } from 'react-i18next'
import { StateChip, Timestamp } from '../parts/figure.tsx'
import { type Network, networkStateChips, shownStateOf, tillNumberName } from './network.model.ts'

/** Shows the state of a network as a chip. */
export function NetworkState({ network }: { readonly network: Network }) {
  const { t } = useTranslation('networks')
  const state = shownStateOf(network)
  return <StateChip {...networkStateChips[state]} text={t(`state_${state}`)} />
}

/** Marks a connected network that moves no real money. */
export function TestMark({ network }: { readonly network: Network }) {
  const { t } = useTranslation('networks')
  return network.environment === 'test' && network.connected ? (
    <span className="test-mark">{t('test_environment')}</span>
  ) : null
}

/**
 * Returns a function that names a network. The simulator is not in the list of networks, so it has a text
 * here.
 */
export function useNetworkTitle(networks: readonly Network[] | undefined): (name: string) => string {
  const { t } = useTranslation('networks')
  return name => {
    const network = networks?.find(eachNetwork => eachNetwork.name === name)
    if (network) return titleOf(network, t)
    return name === 'simulator' ? t('simulator') : name
  }
}

type Translate = ReturnType<typeof useTranslation<'networks'>>['t']
/** Returns the title of a network. Brands keep their names; till number and relay are translated. */
export function titleOf({ name, title }: Pick<Network, 'name' | 'title'>, t: Translate): string {
  if (name === tillNumberName) return t('title_till_number')
  return name === 'relay' ? t('title_relay') : title
}

/** Shows which payment methods a network takes, and where it can pay out to. */
export function NetworkAbilities({ network: { methods, payouts } }: { readonly network: Network }) {
  const { t } = useTranslation('networks')
  return (
    <>
      <p>
        {t('takes')}: {methods.map(method => t(`method_${method}`)).join(', ')}
      </p>
      {payouts.length > 0 && (
        <p>
          {t('pays_out')}: {payouts.map(channel => t(`channel_${channel}`)).join(', ')}
        </p>
      )}
    </>
  )
}

/** Shows the last error of a network; draws nothing if the network has worked since. */
export function LastError({ network }: { readonly network: Network }) {
  const { t } = useTranslation('networks')
  const { last_error: error, state } = network
  if (!error || state !== 'failing') return null
  return (
    <p className="network-error">
      {t(`error_${error.kind}`)} <Timestamp at={error.at} />
    </p>
  )
}
