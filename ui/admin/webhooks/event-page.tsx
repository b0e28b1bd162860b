// One event: its facts, the body that is sent, and where it was sent.
import { Link, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '../../kit/api.ts'
import { serverNow } from '../../kit/clock.ts'
import { addTexts } from '../../kit/language.ts'
import { CopyField } from '../parts/copy-field.tsx'
import { Card, Facts } from '../parts/facts.tsx'
import { Timestamp } from '../parts/figure.tsx'
import { List } from '../parts/list.tsx'
import { PageError } from '../parts/page-error.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { useRead } from '../parts/queries.ts'
import { PageSkeleton } from '../parts/skeleton.tsx'
import { BodyText } from './delivery-body.tsx'
import { linkOfDelivery, useDeliveryColumns } from './delivery-list.tsx'
import { useDeliveryRefresh } from './delivery-refresh.ts'
import { events } from './events.text.ts'
import { isDue, isPayout } from './webhook.model.ts'

addTexts('events', events)

/** The API of one event. */
const eventAt = (id: string) => api.api.v1.events({ id })
type Detail = NonNullable<Awaited<ReturnType<ReturnType<typeof eventAt>['get']>>['data']>['data']

/** The page of one event. While a delivery of it is due, it reads again more often. */
export function EventPage() {
  const { t } = useTranslation('events')
  const { id } = useParams({ from: '/webhooks/events/$id' })
  const answer = useRead(['event', id], header => eventAt(id).get(header), { everyMs: 30_000 })
  const event = answer.data?.data
  const dueAttempts =
    event?.deliveries
      .filter(delivery => isDue(delivery, serverNow()))
      .map(delivery => `${delivery.id} ${delivery.attempts}`) ?? []
  useDeliveryRefresh({ isExpected: dueAttempts.length > 0, key: dueAttempts.join() }, answer.retry)
  const back = { to: '/webhooks/events', text: t('back') } as const
  if (answer.apiError) return <PageError failedRead={answer} title={t('event')} back={back} t={t} />
  if (!event) return <PageSkeleton />
  return (
    <>
      <PageHead title={event.type} back={back} text={<Timestamp at={event.created_at} />} />
      <FactCard event={event} />
      <DeliveryRows event={event} retry={answer.retry} />
      <Card title={t('body')} text={t('body_text')}>
        <BodyText body={event.body && JSON.stringify(event.body)} emptyText={t('body_removed')} />
      </Card>
    </>
  )
}

/** Lists the event's details, with a link to its payment or payout. */
function FactCard({ event: { id, type, reference, api_version, created_at } }: { readonly event: Detail }) {
  const { t } = useTranslation('events')
  const isPaidOut = isPayout(type)
  return (
    <Card title={t('details')}>
      <Facts
        facts={[
          { name: t('fact_id'), value: <CopyField text={id} label={t('the_id')} /> },
          {
            name: t(isPaidOut ? 'fact_payout' : 'fact_payment'),
            value: (
              <Link
                to={isPaidOut ? '/payouts/$reference' : '/payments/$reference'}
                params={{ reference }}
                className="text-link"
              >
                {reference}
              </Link>
            ),
          },
          { name: t('fact_version'), value: api_version },
          { name: t('fact_created'), value: <Timestamp at={created_at} isExact /> },
        ]}
      />
    </Card>
  )
}

/** Lists where the event was sent. */
function DeliveryRows({
  event: { deliveries },
  retry,
}: {
  readonly event: Detail
  readonly retry: () => void
}) {
  const { t } = useTranslation('events')
  const columns = useDeliveryColumns()
  return (
    <section className="event-deliveries">
      <h2>{t('deliveries')}</h2>
      <List
        name={t('deliveries')}
        columns={columns}
        keyOf={delivery => delivery.id}
        linkOf={linkOfDelivery}
        page={{ items: deliveries, total: deliveries.length, offset: 0 }}
        apiError={undefined}
        retry={retry}
        empty={<p className="muted">{t('deliveries_none')}</p>}
      />
    </section>
  )
}
