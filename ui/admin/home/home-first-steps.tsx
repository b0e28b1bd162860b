// The first days of a shop: what is left to do. The server marks a step as done.
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useAccount } from '../parts/current-account.tsx'
import { Card } from '../parts/facts.tsx'
import { Icon } from '../parts/icon.tsx'
import { mayOpen } from '../parts/nav.model.ts'
import { type Overview, stepPages } from './home.model.ts'

type Step = Overview['first_steps'][number]

/** Lists the open first steps of a new shop and, folded, the finished ones. */
export function FirstSteps({ steps }: { readonly steps: readonly Step[] }) {
  const { t } = useTranslation('home')
  if (steps.length === 0) return null
  const doneCount = steps.filter(({ done }) => done).length
  return (
    <Card
      title={t('first_steps')}
      side={<span className="steps-done">{t('first_done', { done: doneCount, all: steps.length })}</span>}
      isFlush
    >
      <StepList steps={steps.filter(step => !step.done)} />
      {doneCount > 0 && (
        <details className="steps-finished">
          <summary>
            <Icon name="check" size={16} /> {t('steps_finished', { done: doneCount })}{' '}
            <Icon name="down" size={16} />
          </summary>
          <StepList steps={steps.filter(step => step.done)} />
        </details>
      )}
    </Card>
  )
}

/** Lists steps in the order in which the server returns them. */
const StepList = ({ steps }: { readonly steps: readonly Step[] }) => (
  <ol className="first-steps">
    {steps.map(step => (
      <li key={step.step} data-done={step.done || undefined}>
        <StepRow step={step} />
      </li>
    ))}
  </ol>
)

/** Shows a step. An open step is a link for people who may open its page. */
function StepRow({ step: { step, done } }: { readonly step: Step }) {
  const { t } = useTranslation('home')
  const { role, mode } = useAccount()
  const textKey = step === 'sale' && mode === 'live' ? 'sale_live' : step
  const content = (
    <>
      <span className="step-mark">{done && <Icon name="check" size={16} />}</span>
      <span className="step-words">
        <strong>
          {t(`step_${textKey}`)}
          {done && <span className="visually-hidden">: {t('step_done')}</span>}
        </strong>
        {!done && <small>{t(`step_${textKey}_text`)}</small>}
      </span>
    </>
  )
  const page = stepPages[step]
  if (done || !mayOpen(role, page)) return <div className="first-step">{content}</div>
  const arrow = <Icon name="next" size={18} />
  // The till is another app: the console's router does not know it.
  if (page === '/till')
    return (
      <a className="first-step" href={page}>
        {content}
        {arrow}
      </a>
    )
  return (
    <Link className="first-step" to={page}>
      {content}
      {arrow}
    </Link>
  )
}
