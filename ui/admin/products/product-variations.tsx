// The variations of an item: rows that can be added and removed, each with its folded rest.
import { Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { catalogMax } from '../../../src/domain/product.ts'
import { AmountField, TextField } from '../parts/form-field.tsx'
import { CollapsibleCard, EditableRows } from '../parts/form-section.tsx'
import { Icon } from '../parts/icon.tsx'
import type { DraftProps } from './product.model.ts'
import { isOpenVariation, newVariation, type VariationDraft } from './product-row.model.ts'
import { CodeField, PackRows, WholesaleFields } from './product-sold-fields.tsx'
import { hasWholesale } from './wholesale.model.ts'

/** The folded rows of an item's variations, such as sizes. */
export function ProductVariations({ draft, change }: DraftProps) {
  const { t } = useTranslation('product-form')
  return (
    <CollapsibleCard title={t('variations')} text={t('variations_text')} count={draft.variations.length}>
      <EditableRows
        rows={draft.variations}
        onChange={variations => change({ variations })}
        newRow={newVariation}
        max={catalogMax.variations}
        nameOf={({ name }) => name}
        add={t('variations_add')}
        remove={number => t('variations_remove', { number })}
      >
        {(variation, index, changeVariation) => (
          <VariationRow
            variation={variation}
            path={`variations.${index}.`}
            unit={draft.unit}
            change={changeVariation}
          />
        )}
      </EditableRows>
    </CollapsibleCard>
  )
}

interface VariationRowProps {
  readonly variation: VariationDraft
  /** Precedes the names of its fields. */
  readonly path: string
  /** What the item is sold by. */
  readonly unit: string
  readonly change: (changes: Partial<VariationDraft>) => void
}

/** The fields of one variation. */
function VariationRow(props: VariationRowProps) {
  const { t } = useTranslation('product-form')
  const { variation, path, unit, change } = props
  return (
    <>
      <TextField
        name={`${path}name`}
        label={t('variation_name')}
        placeholder={t('variation_example')}
        value={variation.name}
        onChange={name => change({ name })}
      />
      <div className="field-pair">
        <AmountField
          name={`${path}price`}
          label={t(unit === 'kg' ? 'price_kg' : 'price')}
          hint={t('variation_open')}
          value={variation.price}
          onChange={price => change({ price })}
        />
        <AmountField
          name={`${path}cost`}
          label={t('cost')}
          hint={t('cost_text')}
          value={variation.cost}
          onChange={cost => change({ cost })}
        />
      </div>
      <div className="field-pair">
        <CodeField
          name={`${path}barcodes`}
          value={variation.barcode}
          onChange={barcode => change({ barcode })}
        />
        <TextField
          name={`${path}sku`}
          label={t('sku')}
          code
          value={variation.sku}
          onChange={sku => change({ sku })}
        />
      </div>
      <VariationMore {...props} />
    </>
  )
}

/** The folded rest of a variation: whether it is available, its wholesale price and its packs. */
function VariationMore({ variation, path, unit, change }: VariationRowProps) {
  const { t } = useTranslation(['product-form', 'products'])
  const isWeighed = unit === 'kg'
  const isOpen = isOpenVariation(variation)
  const filled = (!isOpen && hasWholesale(variation) ? 1 : 0) + (isWeighed ? 0 : variation.packs.length)
  return (
    <details className="variation-more">
      <summary>
        {t(isWeighed ? 'variation_more_kg' : 'variation_more')}
        {filled > 0 && <span className="collapsible-count">{filled}</span>}
        {!variation.available && <span className="sold-out">{t('products:sold_out')}</span>}
        <Icon name="down" size={18} />
      </summary>
      <div className="variation-more-body">
        <Switch
          name={`${path}available`}
          label={t('available')}
          description={t('available_text')}
          checked={variation.available}
          onChange={event => change({ available: event.currentTarget.checked })}
        />
        {isOpen ? (
          <p className="form-note">{t('wholesale_needs_price')}</p>
        ) : (
          <WholesaleFields sold={variation} unit={unit} path={path} change={change} />
        )}
        {!isWeighed && (
          <>
            <h3 className="collapsible-part">{t('packs')}</h3>
            <PackRows packs={variation.packs} path={path} change={change} />
          </>
        )}
      </div>
    </details>
  )
}
