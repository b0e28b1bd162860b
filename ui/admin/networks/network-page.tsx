// One payment network: what to ask it for, the credentials, a test of each product, and ending the
// connection.
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addTexts } from '../../kit/language.ts'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { CopyField } from '../parts/copy-field.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { Card, Facts } from '../parts/facts.tsx'
import { Money, Timestamp } from '../parts/figure.tsx'
import { guideOfNetwork } from '../parts/guide.model.ts'
import { GuideLink } from '../parts/guide-link.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { useReauthentication } from '../parts/reauthentication.tsx'
import { PageSkeleton } from '../parts/skeleton.tsx'
import { type Network, pausedSinceOf, tillNumberName } from './network.model.ts'
import { useNetworks, useRouting, useTestNetwork } from './network.queries.ts'
import { EndCard } from './network-end.tsx'
import { CredentialCard } from './network-form.tsx'
import { PausedNote } from './network-list.tsx'
import { type Check, TestCard } from './network-test.tsx'
import { LastError, NetworkAbilities, NetworkState, TestMark, titleOf } from './network-words.tsx'
import { networks as words } from './networks.text.ts'
import { TillNumberCards } from './till-number.tsx'
import './network.css'

addTexts('networks', words)

const back = { to: '/networks' } as const

/** Shows the network that the address names, unless practice cannot use it. */
export function NetworkPage() {
  const { t } = useTranslation('networks')
  const { name } = useParams({ from: '/networks/$name' })
  const { networks, apiError, retry } = useNetworks()
  const network = networks?.find(eachNetwork => eachNetwork.name === name)
  if (network && !(network.live_only && network.environment === 'test'))
    return <NetworkView key={name} network={network} />
  if (!networks && !apiError) return <PageSkeleton />
  return (
    <>
      <PageHead title={t('title')} back={{ ...back, text: t('title') }} />
      {apiError ? (
        <ApiErrorNote apiError={apiError} retry={retry} />
      ) : (
        <EmptyState
          icon="search"
          title={t(network ? 'live_only' : 'not_found')}
          text={t(network ? 'live_only_text' : 'not_found_text')}
        />
      )}
    </>
  )
}

/** Shows the page of one network: its head and its cards. A till number has cards of its own. */
function NetworkView({ network }: { readonly network: Network }) {
  const { t } = useTranslation('networks')
  const guide = guideOfNetwork(network.name)
  return (
    <>
      <PageHead
        title={titleOf(network, t)}
        guide={guide && <GuideLink guide={guide} about={titleOf(network, t)} />}
        back={{ ...back, text: t('title') }}
        text={
          <span className="network-states">
            <NetworkState network={network} />
            <TestMark network={network} />
          </span>
        }
      />
      <div className="card-stack">
        {network.name === tillNumberName ? (
          <TillNumberCards network={network} />
        ) : (
          <NetworkCards network={network} />
        )}
        {network.connected && <EndCard network={network} />}
      </div>
    </>
  )
}

/** Shows the status, the test and the credentials of a network. New credentials are tested at once. */
function NetworkCards({ network }: { readonly network: Network }) {
  const [checks, setChecks] = useState<readonly Check[]>()
  const test = useReauthentication(useTestNetwork(network.name))
  const runTest = () => test.run(undefined, ({ data }) => setChecks(data.checks))
  return (
    <>
      {network.connected && <StatusCard network={network} />}
      {network.connected && <TestCard test={test} run={runTest} checks={checks} />}
      <CredentialCard network={network} onConnected={runTest} />
    </>
  )
}

/** Shows when the network last worked, its balance, and the address for its callbacks. */
function StatusCard({ network }: { readonly network: Network }) {
  const { t } = useTranslation('networks')
  const { ways } = useRouting()
  const { last_ok_at: lastOkAt, callback_url: callback, balance, environment } = network
  const pausedSince = pausedSinceOf(ways ?? [], network.name)
  return (
    <Card title={t('status')}>
      <div className="stack">
        <LastError network={network} />
        {pausedSince && <PausedNote since={pausedSince} />}
        <Facts
          facts={[
            { name: t('environment'), value: t(`environment_${environment}`) },
            { name: t('last_ok'), value: lastOkAt ? <Timestamp at={lastOkAt} isExact /> : t('never') },
            {
              name: t('check_balance'),
              value: balance && (
                <>
                  <Money amount={balance.amount.value} /> · <Timestamp at={balance.at} />
                </>
              ),
            },
            {
              name: t('callback'),
              value: callback && (
                <>
                  <CopyField text={callback} label={t('callback')} />
                  <p className="muted-text">{t('callback_hint')}</p>
                </>
              ),
            },
          ]}
        />
        <div className="network-facts">
          <NetworkAbilities network={network} />
        </div>
      </div>
    </Card>
  )
}
