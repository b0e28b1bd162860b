// The sheet of a delivery, which adds to the stock of an item, or of a count, which corrects it.
import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, resultOf } from '../../kit/api.ts'
import { newIdempotencyKey } from '../../kit/idempotency-key.ts'
import { Sheet } from '../../kit/sheet.tsx'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { Fields, useFieldForm } from '../parts/field-form.tsx'
import { ChoiceField, TextField } from '../parts/form-field.tsx'
import { useAction } from '../parts/queries.ts'
import type { Product } from './product.model.ts'
import { quantityText } from './quantity.model.ts'
import {
  countedDifference,
  type EntryDraft,
  type EntryKind,
  emptyEntry,
  enteredFor,
  entryBody,
  entryFaults,
  entryQuantity,
} from './stock.model.ts'

interface StockSheetProps {
  readonly kind: EntryKind
  readonly product: Product
  readonly onClose: () => void
}

/**
 * Sends an entry. The server counts a repeated entry once, because its idempotency key changes only with its
 * values.
 */
function useStockEntry(kind: EntryKind, product: Product) {
  const lastSent = useRef({ text: '', key: '' })
  return useAction((draft: EntryDraft, header) => {
    const body = entryBody(kind, product, draft)
    const text = JSON.stringify(body)
    if (lastSent.current.text !== text) lastSent.current = { text, key: newIdempotencyKey() }
    const headers = { ...header.headers, 'idempotency-key': lastSent.current.key }
    return resultOf(api.api.v1.products({ id: product.id }).stock.post(body, { headers }))
  })
}

/** The form of a delivery or a count of an item, or of one of its variations. */
export function StockSheet({ kind, product, onClose }: StockSheetProps) {
  const { t } = useTranslation('stock')
  const [draft, setDraft] = useState(emptyEntry)
  const entry = useStockEntry(kind, product)
  const form = useFieldForm(entryFaults(kind, product, draft), entry.apiError)
  const change = (changes: Partial<EntryDraft>) => setDraft(before => ({ ...before, ...changes }))
  return (
    <Sheet title={t(`${kind}_title`, { name: product.name })} open onClose={onClose}>
      <Fields form={form} onSubmit={() => entry.run(draft, onClose)}>
        {product.variations.length > 0 && (
          <ChoiceField
            name="variation_id"
            label={t('variation')}
            value={draft.variation}
            onChange={variation => change({ variation, pack: '' })}
            options={[
              { value: '', label: t('variation_choose') },
              ...product.variations.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        )}
        <QuantityFields kind={kind} product={product} draft={draft} change={change} />
        <TextField
          name="reason"
          label={t(kind === 'count' ? 'reason' : 'note')}
          hint={t(kind === 'count' ? 'reason_text' : 'note_text')}
          value={draft.reason}
          onChange={reason => change({ reason })}
        />
        <ApiErrorNote apiError={form.apiError} />
        <div className="form-actions">
          <Button type="submit" size="md" loading={entry.busy} data-testid="save-stock">
            {t(`save_${kind}`)}
          </Button>
        </div>
      </Fields>
    </Sheet>
  )
}

interface QuantityFieldsProps extends Pick<StockSheetProps, 'kind' | 'product'> {
  readonly draft: EntryDraft
  readonly change: (changes: Partial<EntryDraft>) => void
}

/**
 * The fields for the quantity and its pack, with the total in base units and, for a count, the difference.
 */
function QuantityFields({ kind, product, draft, change }: QuantityFieldsProps) {
  const { t } = useTranslation('stock')
  const isWeighed = product.sold_by_weight
  const { packs = [], stock = null } = enteredFor(product, draft) ?? {}
  const label = kind === 'delivery' ? 'quantity' : 'counted'
  const total = draft.pack === '' ? undefined : entryQuantity(product, draft)
  const difference = countedDifference(product, draft)
  const onHand = stock === null ? undefined : quantityText(stock, isWeighed)
  return (
    <>
      <div className={packs.length > 0 ? 'field-pair' : undefined}>
        <TextField
          name="quantity"
          label={t(isWeighed ? `${label}_kg` : label)}
          value={draft.quantity}
          onChange={quantity => change({ quantity })}
        />
        {packs.length > 0 && (
          <ChoiceField
            name="pack"
            label={t('in')}
            value={draft.pack}
            onChange={pack => change({ pack })}
            options={[
              { value: '', label: t('in_units') },
              ...packs.map(({ name, holds }) => ({
                value: name,
                label: t('in_pack', { name, number: quantityText(holds, false) }),
              })),
            ]}
          />
        )}
      </div>
      <p className="form-note" role="status">
        {total !== undefined && t('in_total', { number: quantityText(total, isWeighed) })}{' '}
        {kind === 'count' &&
          onHand !== undefined &&
          (difference
            ? t('counted_changes', { number: onHand, difference })
            : t('counted_text', { number: onHand }))}
      </p>
    </>
  )
}
