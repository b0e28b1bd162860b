// The lines of a sale, to choose how much of each comes back.
import { ActionIcon } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { weightText } from '../../src/domain/line-item.ts'
import { Icon } from './icon.tsx'
import { addTexts } from './language.ts'
import { digitsOf } from './money.ts'
import { lineLeft, type RefundableLine, withReturned } from './refund.model.ts'
import { refundItems } from './refund-items.text.ts'
import './refund-items.css'

addTexts('refund-items', refundItems)

interface RefundItemsProps {
  readonly lines: readonly RefundableLine[]
  /** How much of each line comes back, by the index of the line in the sale. */
  readonly returned: readonly number[]
  readonly onChange: (returned: readonly number[]) => void
}

/** Shows each line that is not yet refunded in full, with buttons for one more or less. */
export function RefundItems({ lines, returned, onChange }: RefundItemsProps) {
  const { t } = useTranslation('refund-items')
  return (
    <ul className="refund-items">
      {lines.map(soldLine => {
        const { line, name, unit_price, by_weight } = soldLine
        const count = returned[line] ?? 0
        const quantity = lineLeft(soldLine)
        if (quantity === 0) return null
        const changeBy = (step: 1 | -1) => onChange(withReturned(returned, soldLine, step))
        return (
          <li key={line} data-testid="refund-item" data-chosen={count > 0 || undefined}>
            <span className="refund-item-name">{name}</span>
            <span className="refund-item-each">
              {t(by_weight ? 'each_kg' : 'each', { money: digitsOf(unit_price) })}
            </span>
            <span className="refund-item-count">
              <ActionIcon
                variant="default"
                size={44}
                aria-label={t('less', { name })}
                disabled={count === 0}
                data-testid="refund-less"
                onClick={() => changeBy(-1)}
              >
                <Icon name="minus" size={20} />
              </ActionIcon>
              <output>{by_weight ? weightText(count) : t('count', { count, quantity })}</output>
              <ActionIcon
                variant="default"
                size={44}
                aria-label={t('more', { name })}
                disabled={count === quantity}
                data-testid="refund-more"
                onClick={() => changeBy(1)}
              >
                <Icon name="plus" size={20} />
              </ActionIcon>
            </span>
          </li>
        )
      })}
    </ul>
  )
}
