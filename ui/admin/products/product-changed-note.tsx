// Names what someone else changed while the form was open.
import { useTranslation } from 'react-i18next'
import { Icon } from '../parts/icon.tsx'
import { units } from './product.model.ts'
import type { NamedField, OtherChange } from './product-merge.model.ts'

/** Fields whose values cannot be written as text, so the note only names them. */
const withoutWords: readonly NamedField[] = ['picture', 'colour', 'trackStock']

/** The text key of each field's name. */
const labels = {
  name: 'name',
  price: 'price',
  category: 'category',
  barcodes: 'barcodes',
  picture: 'changed_picture',
  colour: 'colour',
  position: 'position',
  cost: 'cost',
  wholesaleFrom: 'wholesale_from',
  wholesalePrice: 'wholesale_price',
  trackStock: 'stock_count',
  lowAt: 'low_at',
  packs: 'packs',
  variations: 'variations',
  nameSw: 'name_sw',
  unit: 'unit',
  sku: 'sku',
  tax: 'tax',
} as const satisfies Readonly<Record<NamedField, string>>

/** Lists what another person changed, with the old, new and typed value; draws nothing without changes. */
export function ProductChangedNote({ changes }: { readonly changes: readonly OtherChange[] }) {
  const { t } = useTranslation('product-form')
  if (changes.length === 0) return null
  const valueText = (field: NamedField, text: string) => {
    if (text === '') return t(field === 'price' ? 'changed_open' : 'changed_none')
    const unit = field === 'unit' && units.find(eachUnit => eachUnit === text)
    return unit ? t(`unit_${unit}`) : text
  }
  return (
    <div className="error-note changed-note" role="alert">
      <Icon name="warn" size={20} />
      <div>
        <p>{t('changed')}</p>
        <ul>
          {/* `from` and `to` may be the same text, for example of a pack whose size changed. */}
          {changes.map(({ field, from, to, typed }) => (
            <li key={field}>
              <strong>{t(labels[field])}</strong>{' '}
              {from === to || withoutWords.includes(field)
                ? t('changed_inside')
                : t('changed_to', { from: valueText(field, from), to: valueText(field, to) })}
              {typed !== undefined && !withoutWords.includes(field) && (
                <span className="changed-own">{t('changed_own', { typed: valueText(field, typed) })}</span>
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
