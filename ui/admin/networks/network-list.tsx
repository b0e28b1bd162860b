// The payment networks of the account: a card for each that this build knows, and which takes what.
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { addTexts } from '../../kit/language.ts'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { useAccount } from '../parts/current-account.tsx'
import { Timestamp } from '../parts/figure.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { RowSkeleton } from '../parts/skeleton.tsx'
import { type Network, pausedSinceOf, type RoutedWay, tillNumberName } from './network.model.ts'
import { useNetworks, useRouting } from './network.queries.ts'
import { RoutingCard } from './network-routing.tsx'
import { LastError, NetworkAbilities, NetworkState, TestMark, titleOf } from './network-words.tsx'
import { networks as words } from './networks.text.ts'
import { routing } from './routing.text.ts'
import './network.css'
import { GuideLink } from '../parts/guide-link.tsx'

addTexts('networks', words)
addTexts('routing', routing)

/** Shows a card for each payment network and, below them, which network takes which way of paying. */
export function NetworkList() {
  const { t } = useTranslation('networks')
  const { mode, id } = useAccount()
  const { networks, apiError, retry } = useNetworks()
  const { ways } = useRouting()
  return (
    <>
      <PageHead
        title={t('title')}
        text={t(mode === 'sandbox' ? 'text_test' : 'text')}
        guide={<GuideLink guide="networks" about={t('title')} />}
      />
      <ApiErrorNote apiError={apiError} retry={retry} />
      {!networks && !apiError && (
        <div className="card" aria-busy="true">
          <RowSkeleton rows={6} />
        </div>
      )}
      {networks && (
        <ul className="network-grid">
          {networks.map(network => (
            <NetworkCard key={network.name} network={network} ways={ways ?? []} />
          ))}
        </ul>
      )}
      {networks && ways && <RoutingCard key={id} networks={networks} ways={ways} />}
    </>
  )
}

interface NetworkCardProps {
  readonly network: Network
  readonly ways: readonly RoutedWay[]
}

/** Shows a network with its state and a link to its page; no link for a live network in practice. */
function NetworkCard({ network, ways }: NetworkCardProps) {
  const { t } = useTranslation('networks')
  const { name, connected, last_ok_at: lastOkAt } = network
  const isUnavailable = network.live_only && network.environment === 'test'
  const pausedSince = pausedSinceOf(ways, name)
  return (
    <li className="card network-card" data-testid={`network-${name}`}>
      <header>
        <h2>{titleOf(network, t)}</h2>
        <NetworkState network={network} />
        <TestMark network={network} />
      </header>
      <div className="network-facts">
        <AboutNetwork name={name} />
        <NetworkAbilities network={network} />
        {connected && lastOkAt && (
          <p>
            {t(name === tillNumberName ? 'last_sms' : 'last_ok')}: <Timestamp at={lastOkAt} />
          </p>
        )}
        <LastError network={network} />
        {pausedSince && <PausedNote since={pausedSince} />}
        {isUnavailable && <p>{t('live_only_text')}</p>}
      </div>
      {!isUnavailable && (
        <Link
          to="/networks/$name"
          params={{ name }}
          className={connected ? 'button-link' : 'button-link button-first'}
          aria-label={`${t(connected ? 'manage' : 'connect')}: ${titleOf(network, t)}`}
        >
          {t(connected ? 'manage' : 'connect')}
        </Link>
      )}
    </li>
  )
}

/** Describes the network in a sentence; shows nothing for a network that this console does not know yet. */
function AboutNetwork({ name }: { readonly name: string }) {
  const { t } = useTranslation('networks')
  if (name === 'selcom') return <p>{t('about_selcom')}</p>
  if (name === 'relay') return <p>{t('about_relay')}</p>
  return name === tillNumberName ? <p>{t('about_till_number')}</p> : null
}

/** Shows since when a network is not tried any more because it failed. */
export function PausedNote({ since }: { readonly since: string }) {
  const { t } = useTranslation('networks')
  return (
    <p className="network-error">
      {t('paused')} <Timestamp at={since} />
    </p>
  )
}
