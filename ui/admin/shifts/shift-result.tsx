// Whether a shift's drawer was right, in words, colour and shape.
import { useTranslation } from 'react-i18next'
import { moneyOf } from '../../kit/money.ts'
import { State } from '../parts/figure.tsx'
import { offBy, type Shift, verdictLook, verdictOf } from './shift.model.ts'

export function ShiftVerdict({ shift }: { readonly shift: Shift }) {
  const { t } = useTranslation('shifts')
  const verdict = verdictOf(shift)
  return <State {...verdictLook[verdict]} text={t(`difference_${verdict}`, { money: moneyOf(offBy(shift)) })} />
}
