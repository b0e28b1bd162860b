// The items of a sale: name, quantity and price. Items sold before are offered at a tap.
import { ActionIcon, Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { amountMax } from '../../../src/domain/payment-limit.ts'
import { readShillings } from '../../../src/domain/shillings.ts'
import { Icon } from '../../kit/icon.tsx'
import { addTexts } from '../../kit/language.ts'
import { digitsOf, moneyOf } from '../../kit/money.ts'
import { Sheet } from '../../kit/sheet.tsx'
import { SumInput } from '../../kit/sum-input.tsx'
import { ParkButton } from '../parked/park-button.tsx'
import { tillLater } from '../parts/later.text.ts'
import { useTillDevice } from '../parts/till-device.ts'
import {
  type ChangeDraft,
  type Draft,
  emptyDraft,
  type KnownItem,
  nameMax,
  totalOf,
  withItem,
} from './draft.model.ts'
import { knownItems } from './draft.ts'
import { ItemRow } from './item-row.tsx'
import { SaleDiscount } from './sale-discount.tsx'

addTexts('till', tillLater)

interface ItemsSheetProps {
  readonly draft: Draft
  readonly open: boolean
  readonly onClose: () => void
  readonly onChange: ChangeDraft
}

/** Shows the items of the sale in a sheet. */
export function ItemsSheet({ draft, open, onClose, onChange }: ItemsSheetProps) {
  const { t } = useTranslation('till')
  return (
    <Sheet title={t('items')} open={open} onClose={onClose}>
      <Items draft={draft} onClose={onClose} onChange={onChange} />
    </Sheet>
  )
}

/** Lets the cashier add, change, park and clear the items. */
function Items({ draft, onClose, onChange }: Omit<ItemsSheetProps, 'open'>) {
  const { t } = useTranslation('till')
  const { items } = draft
  const { caller } = useTillDevice()
  const [known] = useState(() => knownItems(caller.account))
  return (
    <div className="items">
      <NewItem draft={draft} isFirst={known.length === 0} onChange={onChange} />
      <KnownItems known={known} onChoose={knownItem => onChange(draft => withItem(draft, knownItem))} />
      {items.length > 0 && (
        <ul className="items-list">
          {items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines never change places
            <ItemRow key={index} draft={draft} item={item} index={index} onChange={onChange} />
          ))}
        </ul>
      )}
      {items.length > 0 && <SaleDiscount draft={draft} onChange={onChange} />}
      <p className="items-total">
        <span>{t('items_total')}</span> <strong data-testid="items-total">{moneyOf(totalOf(draft))}</strong>
      </p>
      <div className="dialog-actions">
        <Button
          variant="default"
          size="lg"
          data-testid="items-clear"
          disabled={items.length === 0}
          onClick={() => onChange(({ note }) => ({ ...emptyDraft, note }))}
        >
          {t('items_clear')}
        </Button>
        {items.length > 0 && <ParkButton draft={draft} onChange={onChange} look="button" />}
        <Button className="items-done" size="lg" data-testid="items-done" onClick={onClose}>
          {t('items_done')}
        </Button>
      </div>
    </div>
  )
}

interface NewItemProps {
  readonly draft: Draft
  /** There are no known items, so the keyboard opens at once. */
  readonly isFirst: boolean
  readonly onChange: ChangeDraft
}

/** The form that adds a typed item. After an item it is ready for the next one. */
function NewItem({ draft, isFirst, onChange }: NewItemProps) {
  const { t } = useTranslation('till')
  const [name, setName] = useState('')
  const [price, setPrice] = useState('')
  const [error, setError] = useState<'item_price_missing' | 'item_price_whole' | 'items_full'>()
  const add = (event: FormEvent) => {
    event.preventDefault()
    const amount = price.trim() === '' ? 0 : readShillings(price)
    if (amount === 0) return setError('item_price_missing')
    if (amount === undefined || amount > amountMax) return setError('item_price_whole')
    const item = { name: name.trim(), unit_price: amount }
    if (withItem(draft, item) === draft) return setError('items_full')
    onChange(draft => withItem(draft, item))
    setName('')
    setPrice('')
    setError(undefined)
    event.currentTarget.querySelector('input')?.focus()
  }
  return (
    <form className="item-new" onSubmit={add}>
      <TextInput
        label={t('item_name')}
        size="md"
        maxLength={nameMax}
        autoComplete="off"
        data-autofocus={isFirst || undefined}
        data-testid="item-name"
        value={name}
        onChange={event => setName(event.currentTarget.value)}
      />
      <SumInput
        label={t('item_price')}
        size="md"
        data-testid="item-price"
        value={price}
        error={error === 'item_price_whole' && t(error)}
        onChange={event => {
          setError(undefined)
          setPrice(event.currentTarget.value)
        }}
      />
      <ActionIcon type="submit" size={44} aria-label={t('item_add')} data-testid="item-add">
        <Icon name="plus" />
      </ActionIcon>
      <p className="form-error" role="alert">
        {error && error !== 'item_price_whole' && t(error)}
      </p>
    </form>
  )
}

interface KnownItemsProps {
  readonly known: readonly KnownItem[]
  readonly onChoose: (item: KnownItem) => void
}

/** Offers the items that were sold before, each at its last price. */
function KnownItems({ known, onChoose }: KnownItemsProps) {
  const { t } = useTranslation('till')
  if (known.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be laid out by the browser
    <div className="items-known" role="group" aria-label={t('items_recent')}>
      {known.map((knownItem, index) => (
        <button
          key={knownItem.name}
          type="button"
          className="item-known"
          data-autofocus={index === 0 || undefined}
          data-testid="item-known"
          onClick={() => onChoose(knownItem)}
        >
          <span className="item-known-name">{knownItem.name}</span>{' '}
          <span>{digitsOf(knownItem.unit_price)}</span>
        </button>
      ))}
    </div>
  )
}
