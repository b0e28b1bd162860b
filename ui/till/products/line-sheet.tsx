// One line of the price list on the sale: its quantity or weight, its price, a discount, a note.
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { quantityMax } from '../../../src/domain/line-item.ts'
import { amountMax } from '../../../src/domain/payment-limit.ts'
import type { ReductionFault } from '../../../src/domain/reduction.ts'
import { readShillings, readWholeNumber } from '../../../src/domain/shillings.ts'
import { digitsOf } from '../../kit/money.ts'
import { Sheet } from '../../kit/sheet.tsx'
import { SumInput } from '../../kit/sum-input.tsx'
import {
  type ChangeDraft,
  type Draft,
  type Item,
  type ItemChange,
  listPriceIn,
  withLine,
  withQuantity,
} from '../entry/draft.model.ts'
import { draftReductionFault } from '../entry/reduction.model.ts'
import { useTillDevice } from '../parts/till-device.ts'
import { discountText, readDiscount } from './discount.model.ts'
import { DiscountFields } from './discount-fields.tsx'
import { readWeight } from './product-item.model.ts'

interface LineSheetProps {
  readonly draft: Draft
  /** The index of the line in the draft. */
  readonly index: number
  readonly open: boolean
  readonly onClose: () => void
  readonly onChange: ChangeDraft
}

/** Edits a line in a sheet. */
export function LineSheet({ open, onClose, ...props }: LineSheetProps) {
  const item = props.draft.items[props.index]
  // Turning a tablet hides the ticket, but must not hide an open sheet with it.
  return createPortal(
    <Sheet title={item?.name ?? ''} open={open && item !== undefined} onClose={onClose}>
      {item && <LineForm {...props} item={item} onClose={onClose} />}
    </Sheet>,
    document.querySelector('.till') ?? document.body,
  )
}

/** The longest note that the API takes, in characters. */
const noteMax = 200

interface LineFormProps extends Omit<LineSheetProps, 'open'> {
  readonly item: Item
}

/** Holds the text of the fields and the line that it makes, `edited`; `save` changes the draft if allowed. */
function useLineText({ draft, index, item, onChange, onClose }: LineFormProps) {
  const { role } = useTillDevice()
  const [text, setText] = useState(() => lineText(item))
  const [fault, setFault] = useState<ReductionFault>()
  const edited = readLine(draft, item, text)
  const save = (event: FormEvent) => {
    event.preventDefault()
    const { line } = edited
    if (!line) return
    const newFault = draftReductionFault(withLine(draft, index, line), role)
    setFault(newFault)
    if (newFault) return
    onChange(draft => withLine(draft, index, line))
    onClose()
  }
  const edit = (next: Partial<LineText>) => setText(before => ({ ...before, ...next }))
  return { text, edit, edited, fault, save }
}

/** The form of a line. */
function LineForm(props: LineFormProps) {
  const { t } = useTranslation('till')
  const { draft, index, item, onChange, onClose } = props
  const { text, edit, edited, fault, save } = useLineText(props)
  const listPrice = listPriceIn(draft.items, item)
  const remove = () => {
    onChange(draft => withQuantity(draft, index, 0))
    onClose()
  }
  return (
    <form className="form" onSubmit={save}>
      <LineFields item={item} text={text} edit={edit} edited={edited} />
      {listPrice !== null && listPrice !== item.unit_price && (
        <p className="line-list-price">{t('line_list_price', { money: digitsOf(listPrice) })}</p>
      )}
      <DiscountFields
        label={t('discount_item')}
        value={text.off}
        onChange={off => edit({ off })}
        reason={text.reason}
        onReason={reason => edit({ reason })}
        isReduced={listPrice !== null && (edited.line?.own_price ?? listPrice) < listPrice}
        fault={fault}
      />
      <TextInput
        label={t('line_note')}
        size="md"
        maxLength={noteMax}
        autoComplete="off"
        data-testid="line-note"
        value={text.note}
        onChange={event => edit({ note: event.currentTarget.value })}
      />
      <div className="dialog-actions">
        <Button variant="default" size="lg" onClick={remove}>
          {t('line_remove')}
        </Button>
        <Button type="submit" size="lg" data-testid="line-save">
          {t('line_save')}
        </Button>
      </div>
    </form>
  )
}

interface LineFieldsProps {
  readonly item: Item
  readonly text: LineText
  readonly edit: (next: Partial<LineText>) => void
  readonly edited: ReturnType<typeof readLine>
}

/** The fields for the quantity or weight, and the price. */
function LineFields({ item, text, edit, edited }: LineFieldsProps) {
  const { t } = useTranslation('till')
  return (
    <div className="line-fields">
      <TextInput
        label={t(item.by_weight ? 'line_weight' : 'line_quantity')}
        size="md"
        inputMode={item.by_weight ? 'decimal' : 'numeric'}
        autoComplete="off"
        data-autofocus
        data-testid="line-quantity"
        value={text.quantity}
        error={edited.isQuantityWrong && t(item.by_weight ? 'line_weight_wrong' : 'line_quantity_wrong')}
        onChange={event => edit({ quantity: event.currentTarget.value })}
      />
      <SumInput
        label={t(item.by_weight ? 'product_price_kg' : 'product_price')}
        size="md"
        data-testid="line-price"
        value={text.price}
        error={edited.isPriceWrong && t('line_price_wrong')}
        onChange={event => edit({ price: event.currentTarget.value })}
      />
    </div>
  )
}

interface LineText {
  readonly quantity: string
  readonly price: string
  readonly off: ReturnType<typeof discountText>
  readonly reason: string
  readonly note: string
}

/** Returns the text of the fields for a line. */
const lineText = (item: Item): LineText => ({
  quantity: item.by_weight ? String(item.quantity / 1_000) : digitsOf(item.quantity),
  price: digitsOf(item.unit_price),
  off: discountText(item.off),
  reason: item.discount_reason ?? '',
  note: item.note ?? '',
})

/** Reads the line from the fields; `line` is undefined while a field is wrong. */
function readLine(draft: Draft, item: Item, text: LineText) {
  const count = item.by_weight ? readWeight(text.quantity) : readWholeNumber(text.quantity)
  const quantity = count !== undefined && count >= 1 && count <= quantityMax ? count : undefined
  const typedPrice = readShillings(text.price)
  const price = typedPrice !== undefined && typedPrice <= amountMax ? typedPrice : undefined
  const off = readDiscount(text.off)
  const faults = { isQuantityWrong: quantity === undefined, isPriceWrong: price === undefined }
  if (quantity === undefined || price === undefined || off === 'wrong') return { ...faults, line: undefined }
  // A price that was not changed follows the list, for example to the wholesale price.
  const typedOwnPrice = price === listPriceIn(draft.items, item) ? undefined : price
  const line: ItemChange = {
    quantity,
    own_price: price === item.unit_price ? item.own_price : typedOwnPrice,
    off,
    discount_reason: text.reason.trim() || undefined,
    note: text.note.trim() || undefined,
  }
  return { ...faults, line }
}
