// Whether the drawer of a shift matched, in words, colour and shape.
import { useTranslation } from 'react-i18next'
import { moneyOf } from '../../kit/money.ts'
import { StateChip } from '../parts/figure.tsx'
import { differenceOf, drawerResultChips, drawerResultOf, type Shift } from './shift.model.ts'

/** Draws whether the drawer matched, or by how much it was off. */
export function DrawerResultLabel({ shift }: { readonly shift: Shift }) {
  const { t } = useTranslation('shifts')
  const result = drawerResultOf(shift)
  return (
    <StateChip
      {...drawerResultChips[result]}
      text={t(`difference_${result}`, { money: moneyOf(differenceOf(shift)) })}
    />
  )
}
