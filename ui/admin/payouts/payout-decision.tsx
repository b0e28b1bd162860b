// Approving or declining a payout that waits for a second person.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, resultOf } from '../../kit/api.ts'
import { moneyOf } from '../../kit/money.ts'
import { Sheet } from '../../kit/sheet.tsx'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { useCurrentAccount, useMay } from '../parts/current-account.tsx'
import { useAction } from '../parts/queries.ts'
import { useReauthentication } from '../parts/reauthentication.tsx'
import { destinationOf, isOwnRequest, type Payout } from './payout.model.ts'

type Decision = 'approve' | 'decline'

export function PayoutDecision({ payout }: { readonly payout: Payout }) {
  const { t } = useTranslation('payouts')
  const [decision, setDecision] = useState<Decision>()
  const mayDecide = useMay('approve_payouts')
  const { me } = useCurrentAccount()
  const decide = useReauthentication(
    useAction((what: Decision, named) => {
      const one = api.api.v1.payouts({ reference: payout.reference })
      return resultOf(one[what].post(undefined, named))
    }),
    'money',
  )
  if (payout.approval?.state !== 'waiting' || !mayDecide || isOwnRequest(payout, me)) return null
  const close = () => {
    decide.reset()
    setDecision(undefined)
  }
  return (
    <>
      <Button variant="default" onClick={() => setDecision('decline')}>
        {t('decline')}
      </Button>
      <Button onClick={() => setDecision('approve')}>{t('approve')}</Button>
      <Sheet title={t(`${decision ?? 'approve'}_title`)} open={decision !== undefined} onClose={close}>
        <div className="stack">
          <p>
            {t(`${decision ?? 'approve'}_text`, {
              money: moneyOf(payout.amount.value),
              name: payout.recipient.name,
              to: destinationOf(payout),
            })}
          </p>
          <ApiErrorNote apiError={decide.apiError} />
          {decide.field}
          <Button
            size="md"
            loading={decide.busy}
            data-testid="decide"
            onClick={() => decision && decide.run(decision, close)}
          >
            {t(decision ?? 'approve')}
          </Button>
        </div>
      </Sheet>
    </>
  )
}
