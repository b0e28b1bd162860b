// One item of the sale that is being entered: its name, price and quantity; in the sheet and on the ticket.
import { ActionIcon } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../kit/icon.tsx'
import { digitsOf } from '../../kit/money.ts'
import type { LineItem } from '../../kit/payment.ts'
import { itemSum } from '../parts/sold-items.model.ts'
import { type Draft, nameMax, withName, withQuantity } from './draft.model.ts'

export type ChangeDraft = (next: (draft: Draft) => Draft) => void

interface ItemRowProps {
  readonly item: LineItem
  readonly at: number
  readonly onChange: ChangeDraft
}

export function ItemRow({ item, at, onChange }: ItemRowProps) {
  const { t } = useTranslation('till')
  const { name, quantity, unit_price } = item
  const label = name || t('item')
  const setQuantity = (quantity: number) => onChange(draft => withQuantity(draft, at, quantity))
  return (
    <li className="item">
      <input
        className="item-name"
        aria-label={t('item_name')}
        placeholder={t('item')}
        maxLength={nameMax}
        autoComplete="off"
        value={name}
        onChange={({ currentTarget: { value } }) => onChange(draft => withName(draft, at, value))}
      />
      <span className="item-sum">{digitsOf(itemSum(item))}</span>
      <span className="item-each">{t('item_each', { money: digitsOf(unit_price) })}</span>
      <span className="item-count">
        <ActionIcon
          variant="default"
          size={44}
          aria-label={t('item_less', { name: label })}
          data-testid="item-less"
          onClick={() => setQuantity(quantity - 1)}
        >
          <Icon name={quantity === 1 ? 'bin' : 'minus'} size={20} />
        </ActionIcon>
        <output data-testid="item-quantity">{digitsOf(quantity)}</output>
        <ActionIcon
          variant="default"
          size={44}
          aria-label={t('item_more', { name: label })}
          data-testid="item-more"
          onClick={() => setQuantity(quantity + 1)}
        >
          <Icon name="plus" size={20} />
        </ActionIcon>
      </span>
    </li>
  )
}
