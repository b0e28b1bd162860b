// The note on a payment's page about an unmatched payment: amount, time, receipt, and refunding or resolving
// it.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addTexts } from '../../kit/language.ts'
import { moneyOf } from '../../kit/money.ts'
import type { Payment } from '../../kit/payment.ts'
import { useMay } from '../parts/current-account.tsx'
import { Timestamp } from '../parts/figure.tsx'
import { RefundButton } from './refund-dialog.tsx'
import { SettleSheet } from './settle-sheet.tsx'
import type { UnmatchedMoney } from './unmatched.model.ts'
import { unmatched } from './unmatched.text.ts'

addTexts('unmatched', unmatched)

interface UnmatchedNoteProps {
  /** The payment for which the money was received. */
  readonly payment: Payment
  readonly money: UnmatchedMoney
}

/**
 * Warns that a different amount, or a second payment, was received. People with the right can refund or
 * resolve it here.
 */
export function UnmatchedNote({ payment: { reference, amount }, money }: UnmatchedNoteProps) {
  const { t } = useTranslation('unmatched')
  const maySettle = useMay('settle_unmatched')
  const [isDialogOpen, setDialogOpen] = useState(false)
  const isOtherAmount = money.reason === 'other_amount'
  return (
    <section className="note note-warning unmatched-note" role="status">
      <div>
        <strong>
          {t(isOtherAmount ? 'alert_amount' : 'alert_twice', {
            money: moneyOf(money.amount),
            requested: moneyOf(amount.value),
          })}
        </strong>
        <p>{t(isOtherAmount ? 'alert_amount_text' : 'alert_twice_text')}</p>
        <p>
          {t('column_received')} <Timestamp at={money.at} isExact />
          {money.receipt && (
            <>
              {' · '}
              {t('alert_receipt')} <code>{money.receipt}</code>
            </>
          )}
        </p>
        {!maySettle && <p>{t('alert_permission')}</p>}
      </div>
      {maySettle && (
        <div className="page-actions">
          <RefundButton reference={reference} unmatchedId={money.id} amount={money.amount} />
          <Button variant="default" onClick={() => setDialogOpen(true)}>
            {t('alert_resolve')}
          </Button>
        </div>
      )}
      {isDialogOpen && <SettleSheet money={money} onClose={() => setDialogOpen(false)} />}
    </section>
  )
}
