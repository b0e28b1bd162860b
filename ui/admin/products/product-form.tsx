// The fields of an item: what every shop fills in first, then the folded rest.
import { Checkbox, TextInput } from '@mantine/core'
import { type KeyboardEvent, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { taxCodes } from '../../../src/domain/tax-code.ts'
import { moneyOf } from '../../kit/money.ts'
import { useFieldError } from '../parts/field-form.tsx'
import { AmountField, ChoiceField, TextField } from '../parts/form-field.tsx'
import { CollapsibleCard } from '../parts/form-section.tsx'
import { Icon } from '../parts/icon.tsx'
import { barcodesOf, type DraftProps, earningsOf, units } from './product.model.ts'
import { PackRows, WholesaleFields } from './product-sold-fields.tsx'
import { ProductStockFields } from './product-stock-fields.tsx'
import { ProductTile } from './product-tile.tsx'
import { ProductVariations } from './product-variations.tsx'
import { withUnit } from './wholesale.model.ts'

interface ProductFieldsProps extends DraftProps {
  /** Those in use, for the field to suggest. */
  readonly categories: readonly string[]
  /** The address of the stored picture; empty when there is none. */
  readonly savedPicture: string
  readonly isNew: boolean
  /** Whether saving the new unit removes quantities that the form does not show. */
  readonly clearsQuantities: boolean
}

/** Draws all fields of an item. If the item has variations, prices and codes are fields of each variation. */
export function ProductFields({
  draft,
  change,
  categories,
  savedPicture,
  isNew,
  clearsQuantities,
}: ProductFieldsProps) {
  const { t } = useTranslation('product-form')
  const isFlat = draft.variations.length === 0
  return (
    <>
      <section className="card card-body form">
        <NameField draft={draft} change={change} isNew={isNew} />
        <div className="field-pair">
          {isFlat && <PriceField draft={draft} change={change} />}
          <CategoryField draft={draft} change={change} categories={categories} />
        </div>
        {isFlat ? (
          <BarcodeField draft={draft} change={change} />
        ) : (
          <p className="form-note">{t('in_variations')}</p>
        )}
      </section>
      <ProductTile draft={draft} change={change} saved={savedPicture} />
      {isFlat && <CostAndWholesale draft={draft} change={change} />}
      {isFlat && draft.unit !== 'kg' && (
        <CollapsibleCard title={t('packs')} text={t('packs_text')} count={draft.packs.length}>
          <PackRows packs={draft.packs} path="" change={change} />
        </CollapsibleCard>
      )}
      <ProductVariations draft={draft} change={change} />
      <ProductStockFields draft={draft} change={change} />
      <MoreDetails draft={draft} change={change} clearsQuantities={clearsQuantities} />
    </>
  )
}

/** The field for the name, which has the focus on a new item. */
function NameField({ draft, change, isNew }: DraftProps & { readonly isNew: boolean }) {
  const { t } = useTranslation('product-form')
  return (
    <TextInput
      name="name"
      label={t('name')}
      error={useFieldError('name', t('name'))}
      autoFocus={isNew}
      placeholder={t('name_example')}
      value={draft.name}
      onChange={event => change({ name: event.currentTarget.value })}
    />
  )
}

/** The field for the price, and the tick for items whose price the cashier enters. */
function PriceField({ draft, change }: DraftProps) {
  const { t } = useTranslation('product-form')
  return (
    <div className="price-field">
      {!draft.open && (
        <AmountField
          name="price"
          label={t(draft.unit === 'kg' ? 'price_kg' : 'price')}
          value={draft.price}
          onChange={price => change({ price })}
        />
      )}
      <Checkbox
        label={t('open')}
        checked={draft.open}
        onChange={event => change({ open: event.currentTarget.checked })}
      />
    </div>
  )
}

/** The field for the category, which suggests the categories in use. */
function CategoryField({
  draft,
  change,
  categories,
}: DraftProps & { readonly categories: readonly string[] }) {
  const { t } = useTranslation('product-form')
  const id = useId()
  return (
    <div>
      <TextInput
        name="category"
        label={t('category')}
        placeholder={t('category_example')}
        error={useFieldError('category', t('category'))}
        list={id}
        value={draft.category}
        onChange={event => change({ category: event.currentTarget.value })}
      />
      <datalist id={id}>
        {categories.map(name => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </div>
  )
}

/**
 * The field for barcodes. A scanner types the code and presses Enter, which adds the code and leaves the form
 * open for the next field. Save also takes what is still in the field.
 */
function BarcodeField({ draft, change }: DraftProps) {
  const { t } = useTranslation('product-form')
  const input = useRef<HTMLInputElement>(null)
  const error = useFieldError('barcodes', t('barcode'))
  const add = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (draft.barcode.trim() !== '') change({ barcodes: barcodesOf(draft), barcode: '' })
  }
  return (
    <div className="barcode-field">
      <TextInput
        ref={input}
        name="barcodes"
        label={t('barcode')}
        description={t('barcode_text')}
        error={error}
        className="mono-field"
        leftSection={<Icon name="barcode" size={20} />}
        autoComplete="off"
        spellCheck={false}
        value={draft.barcode}
        onChange={event => change({ barcode: event.currentTarget.value })}
        onKeyDown={add}
      />
      {draft.barcodes.length > 0 && (
        <ul className="barcode-list" aria-label={t('barcodes')}>
          {draft.barcodes.map(code => (
            <li key={code} className="barcode-chip">
              <code>{code}</code>
              <button
                type="button"
                aria-label={t('barcode_remove', { code })}
                onClick={() => {
                  change({ barcodes: draft.barcodes.filter(other => other !== code) })
                  input.current?.focus()
                }}
              >
                <Icon name="cross" size={16} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** The folded fields for cost and wholesale price, with what one sale earns. */
function CostAndWholesale({ draft, change }: DraftProps) {
  const { t } = useTranslation('product-form')
  const earnings = earningsOf(draft)
  const [earns, loses] =
    draft.unit === 'kg' ? (['earns_kg', 'loses_kg'] as const) : (['earns', 'loses'] as const)
  const filled = [draft.cost, draft.wholesalePrice].filter(text => text.trim() !== '').length
  return (
    <CollapsibleCard title={t('cost_title')} text={t('cost_title_text')} count={filled}>
      <AmountField
        name="cost"
        label={t('cost')}
        hint={t('cost_text')}
        value={draft.cost}
        onChange={cost => change({ cost })}
      />
      {earnings && (
        <p className={earnings.amount < 0 ? 'form-note form-note-warning' : 'form-note'} role="status">
          {earnings.amount < 0
            ? t(loses, { money: moneyOf(-earnings.amount) })
            : t(earns, { money: moneyOf(earnings.amount), percent: earnings.percent })}
        </p>
      )}
      {!draft.open && <WholesaleFields sold={draft} unit={draft.unit} path="" change={change} />}
    </CollapsibleCard>
  )
}

type MoreDetailsProps = DraftProps & Pick<ProductFieldsProps, 'clearsQuantities'>

/** The folded fields that few shops need: Swahili name, unit, SKU and tax. */
function MoreDetails({ draft, change, clearsQuantities }: MoreDetailsProps) {
  const { t } = useTranslation('product-form')
  const unitHint = draft.unit === 'kg' ? 'unit_kg_text' : 'unit_text'
  const hint = clearsQuantities ? 'unit_clears' : unitHint
  // An imported item may have a unit that the form does not offer.
  const ownUnit = units.some(unit => unit === draft.unit) ? [] : [draft.unit]
  const filled = [draft.nameSw, draft.sku, draft.tax].filter(text => text.trim() !== '').length
  return (
    <CollapsibleCard
      title={t('more')}
      text={t('more_text')}
      count={filled + (draft.unit === 'piece' ? 0 : 1)}
    >
      <TextField
        name="name_sw"
        label={t('name_sw')}
        hint={t('name_sw_text')}
        value={draft.nameSw}
        onChange={nameSw => change({ nameSw })}
      />
      <div className="field-pair">
        <ChoiceField
          name="unit"
          label={t('unit')}
          hint={t(hint)}
          value={draft.unit}
          onChange={unit => change(withUnit(draft, unit))}
          options={[
            ...units.map(value => ({ value, label: t(`unit_${value}`) })),
            ...ownUnit.map(value => ({ value, label: value })),
          ]}
        />
        {draft.variations.length === 0 && (
          <TextField
            name="sku"
            label={t('sku')}
            hint={t('sku_text')}
            code
            value={draft.sku}
            onChange={sku => change({ sku })}
          />
        )}
      </div>
      <ChoiceField
        name="tax_code"
        label={t('tax')}
        hint={t('tax_text')}
        value={draft.tax}
        onChange={tax => change({ tax })}
        options={[
          { value: '', label: t('tax_none') },
          ...taxCodes.map(value => ({ value, label: t(`tax_${value}`) })),
        ]}
      />
    </CollapsibleCard>
  )
}
