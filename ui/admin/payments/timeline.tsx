// A payment's timeline: what happened, who did it, and what happens next.
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { reasonOf } from '../../kit/failure-reason.model.ts'
import { addTexts } from '../../kit/language.ts'
import { useCurrentAccount, useMay } from '../parts/current-account.tsx'
import { Timestamp } from '../parts/figure.tsx'
import { endTimeOf } from '../parts/time.model.ts'
import {
  type StepLink as Place,
  stepActorOf,
  stepsOf,
  type Timeline,
  type TimelineStep,
} from './timeline.model.ts'
import { timeline as texts } from './timeline.text.ts'

addTexts('timeline', texts)

/** Draws what happened, and below it what is scheduled to happen. */
export function TimelineList({ timeline }: { readonly timeline: Timeline }) {
  const { t } = useTranslation(['payments', 'timeline'])
  const steps = stepsOf(timeline.entries)
  return (
    <>
      <ol className="timeline">
        {steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps are only ever added at the end
          <StepLine key={index} step={step} />
        ))}
      </ol>
      {timeline.scheduled.length > 0 && (
        <>
          <h3 className="timeline-ahead">{t('ahead')}</h3>
          <ol className="timeline timeline-dim">
            {timeline.scheduled.map(({ at, kind, subject, state }) => (
              <li key={`${kind} ${subject}`} className="step">
                <p className="step-title">
                  <LinkedText
                    link={kind === 'delivery.send' ? { to: '/webhooks/$id', id: subject } : undefined}
                  >
                    {t(`timeline:${aheadKeyOf(kind, timeline)}`)}
                  </LinkedText>
                </p>
                {aheadKeyOf(kind, timeline) === 'ahead_attempt_check_paid' && (
                  <p className="step-more">{t('timeline:ahead_attempt_check_paid_why')}</p>
                )}
                {state === 'parked' ? (
                  <p className="step-more">{t('timeline:ahead_parked')}</p>
                ) : (
                  <Timestamp at={at} />
                )}
              </li>
            ))}
          </ol>
        </>
      )}
    </>
  )
}

/**
 * Returns the text key of a scheduled job. A paid payment is still checked for a while, because the customer
 * may have paid twice; one that was confirmed manually is checked until the network confirms it.
 */
function aheadKeyOf(kind: string, { entries }: Timeline) {
  const has = (past: string) => entries.some(entry => entry.kind === past)
  if (kind !== 'attempt.check') return `ahead_${kind.replace('.', '_') as 'attempt_check'}` as const
  if (has('payment.confirmed_manually') && !has('attempt.succeeded')) return 'ahead_attempt_check_manual'
  return has('payment.completed') || has('payment.confirmed_manually')
    ? 'ahead_attempt_check_paid'
    : 'ahead_attempt_check'
}

/** Draws one step with its time, actor and lines below the title. */
function StepLine({ step }: { readonly step: TimelineStep }) {
  const { t, i18n } = useTranslation(['timeline', 'payments'])
  const { me, account } = useCurrentAccount()
  const actor = stepActorOf(step.actor, me.staff?.id)
  const why = String(step.values.why || t('no_answer'))
  const answer = step.answer && {
    answer: t(step.answer.key),
    last: endTimeOf(step.answer.last, step.at, account.time_zone, i18n.language),
  }
  return (
    <li className={`step step-${step.tone}`}>
      <p className="step-title">
        <LinkedText link={step.link}>
          {typeof step.title === 'string'
            ? t(step.title, { ...step.values, why, ...answer })
            : step.title.kind}
        </LinkedText>
        {actor && (
          <span className="step-who">
            {' '}
            {t('by', { who: typeof actor === 'string' ? t(actor) : actor.name })}
          </span>
        )}
      </p>
      {step.reason && <p className="step-more">{t(`payments:reason_${reasonOf(step.reason)}`)}</p>}
      {step.more.map(more => (
        <p key={'key' in more ? more.key : more.text} className="step-more">
          {'key' in more ? t(more.key, more.values) : more.text}
        </p>
      ))}
      <Timestamp at={step.at} isExact />
    </li>
  )
}

/** Links a text to the page with more about it, for people who may see that page. */
function LinkedText({ link, children }: { readonly link: Place | undefined; readonly children: ReactNode }) {
  const seesWebhooks = useMay('see_events')
  const seesUnmatched = useMay('settle_unmatched')
  if (link?.to === '/webhooks/$id' && seesWebhooks)
    return (
      <Link to="/webhooks/$id" params={{ id: link.id }} className="text-link">
        {children}
      </Link>
    )
  if (link?.to === '/unmatched' && seesUnmatched)
    return (
      <Link to="/unmatched" className="text-link">
        {children}
      </Link>
    )
  return children
}
