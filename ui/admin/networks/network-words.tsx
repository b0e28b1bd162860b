// How networks are spoken of: their names, states, methods and problems.
import { useTranslation } from 'react-i18next'
import { StateChip, Timestamp } from '../parts/figure.tsx'
import { type Network, networkStateChips, shownStateOf, tillNumberName } from './network.model.ts'

export function NetworkState({ network }: { readonly network: Network }) {
  const { t } = useTranslation('networks')
  const state = shownStateOf(network)
  return <StateChip {...networkStateChips[state]} text={t(`state_${state}`)} />
}

/** Marks a network whose money is not real. */
export function TestMark({ network }: { readonly network: Network }) {
  const { t } = useTranslation('networks')
  return network.environment === 'test' && network.connected ? (
    <span className="test-mark">{t('test_environment')}</span>
  ) : null
}

/** The title of a network by its name; the simulator has none in the API. */
export function useNetworkTitle(networks: readonly Network[] | undefined): (name: string) => string {
  const { t } = useTranslation('networks')
  return name => {
    const network = networks?.find(eachNetwork => eachNetwork.name === name)
    return network ? titleOf(network, t) : name === 'simulator' ? t('simulator') : name
  }
}

type Translate = ReturnType<typeof useTranslation<'networks'>>['t']
/** The networks of our own have names in both languages; brands are what they are. */
export const titleOf = ({ name, title }: Pick<Network, 'name' | 'title'>, t: Translate): string =>
  name === tillNumberName ? t('title_till_number') : name === 'relay' ? t('title_relay') : title

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

/** The last problem, while nothing has worked since. */
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
