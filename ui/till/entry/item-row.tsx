// One item of the sale that is being entered: its name, price and quantity; in the sheet and on the ticket.
// An item of the price list opens a sheet with the rest.
import { ActionIcon } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { weightText } from '../../../src/domain/line-item.ts'
import { Icon } from '../../kit/icon.tsx'
import { digitsOf } from '../../kit/money.ts'
import { itemSum } from '../parts/sold-items.model.ts'
import {
  type ChangeDraft,
  type Draft,
  type Item,
  isAtWholesale,
  nameMax,
  withItemName,
  withQuantity,
} from './draft.model.ts'

/** Loaded when the first item is opened. */
const LineSheet = lazy(() =>
  import('../products/line-sheet.tsx').then(({ LineSheet }) => ({ default: LineSheet })),
)

interface ItemRowProps {
  readonly draft: Draft
  readonly item: Item
  /** The index of the item in the draft. */
  readonly index: number
  readonly onChange: ChangeDraft
}

/** Shows an item with its sum. A typed item can be renamed here; a tap on a listed item opens its sheet. */
export function ItemRow({ draft, item, index, onChange }: ItemRowProps) {
  const { t } = useTranslation('till')
  const { name, quantity, unit_price, by_weight, discount, note } = item
  const unitPriceText = t(by_weight ? 'item_each_kg' : 'item_each', { money: digitsOf(unit_price) })
  const wholesaleText = isAtWholesale(item) ? t('item_wholesale') : ''
  const discountText = discount ? `−${digitsOf(discount)}` : ''
  return (
    <li className="item">
      {item.listed ? (
        <ListedName draft={draft} name={name} index={index} onChange={onChange} />
      ) : (
        <input
          className="item-name"
          aria-label={t('item_name')}
          placeholder={t('item')}
          maxLength={nameMax}
          autoComplete="off"
          value={name}
          onChange={({ currentTarget: { value } }) => onChange(draft => withItemName(draft, index, value))}
        />
      )}
      <span className="item-sum">{digitsOf(itemSum(item))}</span>
      <span className="item-each">
        {[unitPriceText, wholesaleText, discountText, note].filter(Boolean).join('\u00a0· ')}
      </span>
      <ItemCount
        label={name || t('item')}
        quantity={quantity}
        isWeight={by_weight === true}
        onQuantity={quantity => onChange(draft => withQuantity(draft, index, quantity))}
      />
    </li>
  )
}

interface ItemCountProps {
  readonly label: string
  readonly quantity: number
  /** A weight can only be removed here; its sheet changes it. */
  readonly isWeight: boolean
  readonly onQuantity: (quantity: number) => void
}

/** Shows a quantity between buttons for one less, which removes the last piece, and one more. */
function ItemCount({ label, quantity, isWeight, onQuantity }: ItemCountProps) {
  const { t } = useTranslation('till')
  const isLastPiece = isWeight || quantity === 1
  return (
    <span className="item-count">
      <ActionIcon
        variant="default"
        size={44}
        aria-label={t('item_less', { name: label })}
        data-testid="item-less"
        onClick={() => onQuantity(isLastPiece ? 0 : quantity - 1)}
      >
        <Icon name={isLastPiece ? 'bin' : 'minus'} size={20} />
      </ActionIcon>
      <output data-testid="item-quantity" data-weight={isWeight || undefined}>
        {isWeight ? weightText(quantity) : digitsOf(quantity)}
      </output>
      {!isWeight && (
        <ActionIcon
          variant="default"
          size={44}
          aria-label={t('item_more', { name: label })}
          data-testid="item-more"
          onClick={() => onQuantity(quantity + 1)}
        >
          <Icon name="plus" size={20} />
        </ActionIcon>
      )}
    </span>
  )
}

interface ListedNameProps extends Omit<ItemRowProps, 'item'> {
  readonly name: string
}

/** Shows the name of a listed item as a button that opens its sheet, which loads at the first tap. */
function ListedName({ draft, name, index, onChange }: ListedNameProps) {
  const [open, setOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="item-name item-open"
        aria-haspopup="dialog"
        data-testid="item-open"
        onClick={() => {
          setWasOpen(true)
          setOpen(true)
        }}
      >
        <span className="item-open-name">{name}</span>
      </button>
      {wasOpen && (
        <Suspense>
          <LineSheet
            draft={draft}
            index={index}
            open={open}
            onClose={() => setOpen(false)}
            onChange={onChange}
          />
        </Suspense>
      )}
    </>
  )
}
