// The dialog that simulates the customer of a practice payment.
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { api, resultOf } from '../../kit/api.ts'
import type { Payment } from '../../kit/payment.ts'
import { Sheet } from '../../kit/sheet.tsx'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { useAccount } from '../parts/current-account.tsx'
import { useAction } from '../parts/queries.ts'

interface SimulateSheetProps {
  readonly payment: Payment
  readonly open: boolean
  readonly onClose: () => void
}

/** What the simulated customer or network can do. */
const outcomes = ['completed', 'failed', 'unknown'] as const

/** Decides the outcome of a practice payment in place of the customer and the network. */
export function SimulateSheet({ payment, open, onClose }: SimulateSheetProps) {
  const { t } = useTranslation('payments')
  const { simulated_phone } = useAccount()
  const decide = useAction((outcome: (typeof outcomes)[number], header) =>
    resultOf(api.v1.sandbox.payments({ reference: payment.reference }).post({ outcome }, header)),
  )
  return (
    <Sheet title={t('simulate_title')} open={open} onClose={onClose}>
      <div className="stack">
        <p className="muted">{t('simulate_text')}</p>
        <ApiErrorNote apiError={decide.apiError} />
        {outcomes.map(outcome => (
          <Button
            key={outcome}
            size="md"
            variant={outcome === 'completed' ? 'filled' : 'default'}
            loading={decide.busy}
            data-testid={`simulate-${outcome}`}
            onClick={() => decide.run(outcome, onClose)}
          >
            {t(`simulate_${outcome}`)}
          </Button>
        ))}
        {simulated_phone && (
          <a className="text-link" href="/phone" target="_blank" rel="noreferrer">
            {t('simulate_phone')}
          </a>
        )}
      </div>
    </Sheet>
  )
}
