// Health on the server's page: what `kaunta doctor` finds, with a cure for what is not well.
import { Button } from '@mantine/core'
import { useIsFetching } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../kit/api.ts'
import { addTexts } from '../../kit/language.ts'
import { networks } from '../networks/networks.text.ts'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { useAccount } from '../parts/current-account.tsx'
import { Card } from '../parts/facts.tsx'
import { Timestamp } from '../parts/figure.tsx'
import { GuideLink } from '../parts/guide-link.tsx'
import { Icon } from '../parts/icon.tsx'
import { manualRefreshKey, useRead } from '../parts/queries.ts'
import { RowSkeleton } from '../parts/skeleton.tsx'
import { groupsOf, type HealthCheck, type HealthState, stateIcons, wordsOf } from './health.model.ts'
import { health } from './health.text.ts'
import { healthCheck } from './health-check.text.ts'
import './health.css'

addTexts('health', health)
addTexts('health-check', healthCheck)
addTexts('networks', networks)

/** Runs the health checks of `kaunta doctor`, shows the worst first, and has a button to run them again. */
export function HealthCards() {
  const { t } = useTranslation(['health', 'admin'])
  const { id } = useAccount()
  const key = ['doctor']
  const {
    data,
    apiError,
    retry: checkAgain,
  } = useRead(key, header => api.api.v1.doctor.get(header), { manualRefresh: true })
  const isBusy = useIsFetching({ queryKey: manualRefreshKey(id, key) }) > 0
  const health = data?.data
  if (apiError) return <ApiErrorNote apiError={apiError} retry={checkAgain} />
  if (!health)
    return (
      <div className="card" aria-busy="true">
        <p className="health-looking">{t('looking')}</p>
        <RowSkeleton rows={6} />
      </div>
    )
  return (
    <div className="health-groups" aria-busy={isBusy}>
      <div className="health-looked">
        <p role="status">
          {t('looked')} <Timestamp at={health.checked_at} isExact />{' '}
          <GuideLink guide="health" about={t('admin:nav_server')} />
        </p>
        <Button
          variant="default"
          loading={isBusy}
          leftSection={<Icon name="again" size={18} />}
          onClick={checkAgain}
          data-testid="look"
        >
          {t('look')}
        </Button>
      </div>
      {groupsOf(health.checks).map(({ state, checks }) => (
        <HealthGroup key={state} state={state} checks={checks} />
      ))}
    </div>
  )
}

interface HealthGroupProps {
  readonly state: HealthState
  readonly checks: readonly HealthCheck[]
}

/** Draws the checks of one state, each with its cure. */
function HealthGroup({ state, checks }: HealthGroupProps) {
  const { t, i18n } = useTranslation('health')
  // The server's answer decides the keys, so i18next cannot check their type.
  const translate = (key: string, params: object = {}) => String(i18n.t(key as never, params as never))
  const has = (key: string) => i18n.exists(key)
  return (
    <Card title={t(`group_${state}`, { count: checks.length })}>
      <ul className="health-checks" data-state={state}>
        {checks.map((check, index) => {
          const { title, message, cure } = wordsOf(check, translate, has, i18n.language)
          return (
            // No field is a unique key: two printers may have equal checks.
            // biome-ignore lint/suspicious/noArrayIndexKey: the list is drawn again as a whole
            <li key={index} data-check={check.name}>
              <Icon name={stateIcons[state]} size={18} />
              <div>
                <strong>{title}</strong>
                <p>{message}</p>
                {cure && <p className="health-cure">{cure}</p>}
              </div>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
