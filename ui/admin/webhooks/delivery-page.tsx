// One delivery: its state, its facts, every try with what was sent and what was answered, and sending it
// again.
import { Button } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, resultOf } from '../../kit/api.ts'
import { serverNow } from '../../kit/clock.ts'
import { addTexts } from '../../kit/language.ts'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { CopyField } from '../parts/copy-field.tsx'
import { useMay } from '../parts/current-account.tsx'
import { Card, Facts } from '../parts/facts.tsx'
import { StateChip, Timestamp } from '../parts/figure.tsx'
import { Icon } from '../parts/icon.tsx'
import { PageError } from '../parts/page-error.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { useAction, useRead } from '../parts/queries.ts'
import { PageSkeleton } from '../parts/skeleton.tsx'
import { BodyText, HeaderList } from './delivery-body.tsx'
import { useDeliveryRefresh } from './delivery-refresh.ts'
import { deliveryChips, isDue, isPayout } from './webhook.model.ts'
import { webhooks } from './webhooks.text.ts'

addTexts('webhooks', webhooks)

/** The API of one delivery. */
const deliveryAt = (id: string) => api.api.v1.webhooks.deliveries({ id })
type Detail = NonNullable<Awaited<ReturnType<ReturnType<typeof deliveryAt>['get']>>['data']>['data']
type Try = Detail['tries'][number]

/** The page of one delivery. While an attempt is expected, it reads again more often. */
export function DeliveryPage() {
  const { t } = useTranslation('webhooks')
  const { id } = useParams({ from: '/webhooks/$id' })
  const answer = useRead(['delivery', id], header => deliveryAt(id).get(header), { everyMs: 30_000 })
  const [triesBeforeResend, setTriesBeforeResend] = useState<number>()
  const delivery = answer.data?.data
  const tries = delivery?.tries.length ?? 0
  const isAwaited = delivery !== undefined && triesBeforeResend !== undefined && tries <= triesBeforeResend
  const isExpected = isAwaited || (delivery !== undefined && isDue(delivery, serverNow()))
  useDeliveryRefresh({ isExpected, key: `${tries} ${triesBeforeResend}` }, answer.retry)
  const back = { to: '/webhooks', text: t('back') } as const
  if (answer.apiError) return <PageError failedRead={answer} title={t('delivery')} back={back} t={t} />
  if (!delivery) return <PageSkeleton />
  return (
    <>
      <PageHead
        title={delivery.event_type}
        back={back}
        text={
          <span className="payment-line">
            <StateChip {...deliveryChips[delivery.status]} text={t(`status_${delivery.status}`)} />
            <Timestamp at={delivery.created_at} />
          </span>
        }
      >
        <Resend delivery={delivery} isAwaited={isAwaited} onResent={() => setTriesBeforeResend(tries)} />
      </PageHead>
      <FactCard delivery={delivery} />
      <TryCard tries={delivery.tries} />
    </>
  )
}

interface ResendProps {
  readonly delivery: Detail
  /** Whether the attempt that a person asked for has not ended yet. */
  readonly isAwaited: boolean
  readonly onResent: () => void
}

/** The button that sends the delivery again, for people with the right. */
function Resend({ delivery, isAwaited, onResent }: ResendProps) {
  const { t } = useTranslation('webhooks')
  const maySend = useMay('send_events')
  const resend = useAction((id: string, { headers }) =>
    resultOf(deliveryAt(id).retry.post(undefined, { headers })),
  )
  if (!maySend) return null
  return (
    <div className="resend">
      <Button
        leftSection={<Icon name="again" size={18} />}
        loading={resend.busy || isAwaited}
        onClick={() => resend.run(delivery.id, onResent)}
      >
        {t('resend')}
      </Button>
      <p className="muted small-text" role="status">
        {isAwaited && t('resend_queued')}
      </p>
      <ApiErrorNote apiError={resend.apiError} />
    </div>
  )
}

/** Lists the delivery's details, with links to its event and its payment or payout. */
function FactCard({ delivery }: { readonly delivery: Detail }) {
  const { t } = useTranslation('webhooks')
  const {
    reference,
    event_type,
    event_id,
    url,
    attempts,
    next_attempt_at,
    last_error,
    created_at,
    id,
    status,
  } = delivery
  const isPaidOut = isPayout(event_type)
  return (
    <Card title={t('details')}>
      <Facts
        facts={[
          { name: t('fact_address'), value: <CopyField text={url} label={t('the_address')} /> },
          { name: t('fact_error'), value: status !== 'success' && last_error },
          { name: t('fact_attempts'), value: t('fact_attempts_text', { count: attempts }) },
          { name: t('fact_next'), value: next_attempt_at && <Timestamp at={next_attempt_at} isExact /> },
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
          {
            name: t('fact_event'),
            value: (
              <Link to="/webhooks/events/$id" params={{ id: event_id }} className="text-link">
                {event_id}
              </Link>
            ),
          },
          { name: t('fact_id'), value: <CopyField text={id} label={t('the_id')} /> },
          { name: t('fact_created'), value: <Timestamp at={created_at} isExact /> },
        ]}
      />
    </Card>
  )
}

/** Lists the attempts, the last one first and unfolded. */
function TryCard({ tries }: { readonly tries: readonly Try[] }) {
  const { t } = useTranslation('webhooks')
  return (
    <Card title={t('attempts')} isFlush>
      {tries.length === 0 && <p className="muted dispatches-none">{t('attempts_none')}</p>}
      {tries
        .map((dispatch, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: tries are only ever added at the end
          <TryPart key={index} dispatch={dispatch} open={index === tries.length - 1} />
        ))
        .reverse()}
    </Card>
  )
}

/** Draws one attempt: its result, the response and the request. */
function TryPart({ dispatch, open }: { readonly dispatch: Try; readonly open: boolean }) {
  const { t } = useTranslation('webhooks')
  const { attempt, sent_at, took_ms, request, response, error } = dispatch
  return (
    <details className="dispatch" open={open}>
      <summary>
        <span className="dispatch-name">
          {attempt === null ? t('attempt_manual') : t('attempt_number', { number: attempt })}
        </span>
        <StateChip
          tone={error === null ? 'good' : 'bad'}
          icon={error === null ? 'check' : 'cross'}
          text={response ? String(response.status) : t('no_response')}
        />
        <span className="muted">{t('attempt_duration', { ms: took_ms })}</span>
        <Timestamp at={sent_at} isExact />
      </summary>
      <div className="dispatch-body">
        {error !== null && <p className="dispatch-error">{error}</p>}
        <section>
          <h3>{t('attempt_response')}</h3>
          {response ? (
            <>
              <HeaderList headers={response.headers} />
              <BodyText body={response.body} emptyText={t('attempt_empty')} />
            </>
          ) : (
            <p className="muted">{t('no_response')}</p>
          )}
        </section>
        <section>
          <h3>{t('attempt_request')}</h3>
          <HeaderList headers={request.headers} />
          <BodyText body={request.body} emptyText={t('attempt_body_removed')} />
        </section>
      </div>
    </details>
  )
}
