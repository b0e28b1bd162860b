// The review before a shift is closed: the counted cash, what was expected unless it is counted blind, and a
// reason when it is short. For a blind count, the reason is asked for once the server has found it short.
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { digitsOf } from '../../kit/money.ts'
import type { TillShift } from '../../kit/till.ts'
import { ReasonField } from './amount-step.tsx'
import { Difference } from './shift-report.tsx'
import { StepHead } from './step-head.tsx'

const OpenParked = lazy(() =>
  import('../parked/open-parked.tsx').then(({ OpenParked }) => ({ default: OpenParked })),
)

interface CloseStepProps {
  readonly shift: TillShift
  readonly counted: number
  readonly isBusy: boolean
  readonly apiError: string | undefined
  /** The close had no answer, so it is sent again exactly as it was. */
  readonly isUnanswered: boolean
  /** The server has refused this count because it is short. */
  readonly isRefusedAsShort: boolean
  readonly onBack: () => void
  /** Counts again; undefined once the shift is closed. */
  readonly onAgain: (() => void) | undefined
  readonly onClose: (reason: string) => void
}

/** Reviews the count (whole shillings) before the shift is closed. A count that is short needs a reason. */
export function CloseStep(props: CloseStepProps) {
  const { shift, counted, isBusy, apiError, isUnanswered, isRefusedAsShort } = props
  const { onBack, onAgain, onClose } = props
  const { t } = useTranslation('till')
  const [reason, setReason] = useState('')
  const [showError, setShowError] = useState(false)
  const expected = shift.report?.cash.expected
  const isShort = isRefusedAsShort || (expected !== undefined && counted < expected)
  const lacksReason = isShort && reason.trim() === ''
  const close = () => (lacksReason ? setShowError(true) : onClose(reason.trim()))
  return (
    <div className="shift">
      <StepHead title={t('shift_close')} onBack={onBack} />
      <main className="shift-body">
        <dl className="close-facts">
          {expected !== undefined && (
            <div>
              <dt>{t('drawer_expected')}</dt>
              <dd>{digitsOf(expected)}</dd>
            </div>
          )}
          <div>
            <dt>{t('drawer_counted')}</dt>
            <dd>{digitsOf(counted)}</dd>
          </div>
        </dl>
        {expected !== undefined && <Difference difference={counted - expected} />}
        {isShort && (
          <ReasonField
            reasons={[t('short_change'), t('short_unknown')]}
            value={reason}
            disabled={isBusy || isUnanswered}
            onChange={value => {
              setShowError(false)
              setReason(value)
            }}
          />
        )}
        <Suspense>
          <OpenParked />
        </Suspense>
        <p className="sheet-text">{t('shift_close_text')}</p>
        <p className="form-error" role="alert">
          {showError && lacksReason ? t('step_reason_missing') : apiError}
        </p>
        <div className="dialog-actions">
          {onAgain && (
            <Button variant="default" size="lg" data-testid="count-again" onClick={onAgain}>
              {t('shift_count_again')}
            </Button>
          )}
          <Button size="lg" loading={isBusy} data-testid="close-shift" onClick={close}>
            {t('shift_close_go')}
          </Button>
        </div>
      </main>
    </div>
  )
}
