// Money that came for a payment and does not fit it: how much, when, with which receipt, and deciding what
// becomes of it.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addTexts } from '../../kit/language.ts'
import { moneyOf } from '../../kit/money.ts'
import { useMay } from '../app/current-account.tsx'
import { When } from '../parts/figure.tsx'
import { SettleSheet } from './settle-sheet.tsx'
import type { UnmatchedMoney } from './unmatched.model.ts'
import { unmatched } from './unmatched.text.ts'

addTexts('unmatched', unmatched)

interface StrayProps {
  readonly stray: UnmatchedMoney
  /** What the payment asks; whole shillings. */
  readonly asked: number
}

export function UnmatchedNote({ stray, asked }: StrayProps) {
  const { t } = useTranslation('unmatched')
  const maySettle = useMay('settle_unmatched')
  const [asking, setAsking] = useState(false)
  const other = stray.reason === 'other_amount'
  return (
    <section className="note note-doubt stray" role="status">
      <div>
        <strong>
          {t(other ? 'stray_other' : 'stray_twice', { money: moneyOf(stray.amount), asked: moneyOf(asked) })}
        </strong>
        <p>{t(other ? 'stray_other_text' : 'stray_twice_text')}</p>
        <p>
          {t('column_when')} <When at={stray.at} exact />
          {stray.receipt && (
            <>
              {' · '}
              {t('stray_receipt')} <code>{stray.receipt}</code>
            </>
          )}
        </p>
        {!maySettle && <p>{t('stray_others')}</p>}
      </div>
      {maySettle && (
        <Button variant="default" onClick={() => setAsking(true)}>
          {t('stray_decide')}
        </Button>
      )}
      {asking && <SettleSheet money={stray} onClose={() => setAsking(false)} />}
    </section>
  )
}
