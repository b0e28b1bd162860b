// The review before a shift is closed: the expected and the counted cash, and the difference.
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { digitsOf } from '../../kit/money.ts'
import type { Shift } from '../../kit/till.ts'
import { Difference } from './shift-report.tsx'
import { StepHead } from './step-head.tsx'

interface CloseStepProps {
  readonly shift: Shift
  readonly counted: number
  readonly busy: boolean
  readonly apiError: string | undefined
  readonly onBack: () => void
  readonly onAgain: () => void
  readonly onClose: () => void
}

export function CloseStep({ shift, counted, busy, apiError, onBack, onAgain, onClose }: CloseStepProps) {
  const { t } = useTranslation('till')
  const { expected } = shift.report.cash
  return (
    <div className="shift">
      <StepHead title={t('shift_close')} onBack={onBack} />
      <main className="shift-body">
        <dl className="close-facts">
          <div>
            <dt>{t('drawer_expected')}</dt>
            <dd>{digitsOf(expected)}</dd>
          </div>
          <div>
            <dt>{t('drawer_counted')}</dt>
            <dd>{digitsOf(counted)}</dd>
          </div>
        </dl>
        <Difference difference={counted - expected} />
        <p className="sheet-text">{t('shift_close_text')}</p>
        <p className="form-error" role="alert">
          {apiError}
        </p>
        <div className="dialog-actions">
          <Button variant="default" size="lg" onClick={onAgain}>
            {t('shift_count_again')}
          </Button>
          <Button size="lg" loading={busy} data-testid="close-shift" onClick={onClose}>
            {t('shift_close_go')}
          </Button>
        </div>
      </main>
    </div>
  )
}
