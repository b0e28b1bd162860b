// The items of a payment link: name, quantity and price of each, and their total.

import { useTranslation } from 'react-i18next'
import { readShillings } from '../../../src/domain/shillings.ts'
import { digitsOf, moneyOf } from '../../kit/money.ts'
import { AmountField, ChoiceField, TextField } from '../parts/form-field.tsx'
import { CollapsibleCard, EditableRows } from '../parts/form-section.tsx'
import { type DraftProps, type ItemDraft, itemsTotalOf, newItem, rowsMax } from './link-form.model.ts'

/** Edits the items of a link. Once there are items, shows their total and the choice of their style. */
export function LinkItems({ draft, change }: DraftProps) {
  const { t } = useTranslation('link-form')
  return (
    <CollapsibleCard title={t('items')} text={t('items_text')} count={draft.items.length}>
      <EditableRows
        rows={draft.items}
        onChange={items => change({ items })}
        newRow={newItem}
        max={rowsMax.items}
        add={t('items_add')}
        remove={number => t('items_remove', { number })}
      >
        {(item, index, changeItem) => (
          <ItemRow item={item} index={index} change={changeItem} hasDetails={draft.style === 'cards'} />
        )}
      </EditableRows>
      {draft.items.length > 0 && (
        <>
          <ItemsSum draft={draft} change={change} />
          <ChoiceField
            name="display.line_items_style"
            label={t('items_style')}
            value={draft.style}
            onChange={style => change({ style: style === 'cards' ? 'cards' : 'compact' })}
            options={[
              { value: 'compact', label: t('style_compact') },
              { value: 'cards', label: t('style_cards') },
            ]}
          />
        </>
      )}
    </CollapsibleCard>
  )
}

interface ItemRowProps {
  readonly item: ItemDraft
  readonly index: number
  readonly change: (changes: Partial<ItemDraft>) => void
  /** Whether description and SKU are asked for: only the style `cards` shows them. */
  readonly hasDetails: boolean
}

/** Edits one item. */
function ItemRow({ item, index, change, hasDetails }: ItemRowProps) {
  const { t } = useTranslation('link-form')
  return (
    <>
      <TextField
        name={`line_items.${index}.name`}
        label={t('item_name')}
        value={item.name}
        onChange={name => change({ name })}
      />
      <div className="field-pair count-price">
        <TextField
          name={`line_items.${index}.quantity`}
          label={t('item_quantity')}
          value={item.quantity}
          onChange={quantity => change({ quantity })}
        />
        <AmountField
          name={`line_items.${index}.unit_price`}
          label={t('item_price')}
          value={item.price}
          onChange={price => change({ price })}
        />
      </div>
      {hasDetails && (
        <div className="field-pair">
          <TextField
            name={`line_items.${index}.description`}
            label={t('item_more')}
            value={item.description}
            onChange={description => change({ description })}
          />
          <TextField
            name={`line_items.${index}.sku`}
            label={t('item_sku')}
            value={item.sku}
            onChange={sku => change({ sku })}
          />
        </div>
      )}
    </>
  )
}

/**
 * Shows the sum of the items, and warns if the amount of the link differs. A button sets the amount to the
 * sum. Draws nothing if the sum is unknown or the customer chooses the amount.
 */
function ItemsSum({ draft, change }: DraftProps) {
  const { t } = useTranslation('link-form')
  const sum = itemsTotalOf(draft.items)
  const amount = readShillings(draft.amount)
  if (sum === undefined || draft.open) return null
  const differs = amount !== undefined && amount !== sum
  return (
    <p className={differs ? 'form-note form-note-warning' : 'form-note'}>
      {differs
        ? t('items_differ', { sum: moneyOf(sum), amount: moneyOf(amount) })
        : t('items_total', { money: moneyOf(sum) })}{' '}
      {amount !== sum && (
        <button type="button" className="text-button" onClick={() => change({ amount: digitsOf(sum) })}>
          {t('items_use_total')}
        </button>
      )}
    </p>
  )
}
