// The packs and the variations of an item: rows that can be added and removed.
import { useTranslation } from 'react-i18next'
import { AmountField, TextField } from '../parts/form-field.tsx'
import { CollapsibleCard, EditableRows } from '../parts/form-section.tsx'
import type { DraftProps, PackDraft, VariationDraft } from './product.model.ts'
import { newPack, newVariation } from './product-row.model.ts'

/** The API's limits for one item. */
const packsMax = 10
const variationsMax = 50

/** The folded rows of an item's packs, such as a dozen or a carton. */
export function ProductPacks({ draft, change }: DraftProps) {
  const { t } = useTranslation('product-form')
  return (
    <CollapsibleCard title={t('packs')} text={t('packs_text')} count={draft.packs.length}>
      <EditableRows
        rows={draft.packs}
        onChange={packs => change({ packs })}
        newRow={newPack}
        max={packsMax}
        add={t('packs_add')}
        remove={number => t('packs_remove', { number })}
      >
        {(pack, index, set) => <PackRow pack={pack} index={index} set={set} />}
      </EditableRows>
    </CollapsibleCard>
  )
}

interface PackRowProps {
  readonly pack: PackDraft
  readonly index: number
  readonly set: (part: Partial<PackDraft>) => void
}

/** The fields of one pack. `index` is its place in the list, which names its fields. */
function PackRow({ pack, index, set }: PackRowProps) {
  const { t } = useTranslation('product-form')
  return (
    <>
      <div className="field-pair">
        <TextField
          name={`packs.${index}.name`}
          label={t('pack_name')}
          placeholder={t('pack_example')}
          value={pack.name}
          onChange={name => set({ name })}
        />
        <TextField
          name={`packs.${index}.holds`}
          label={t('pack_holds')}
          value={pack.holds}
          onChange={holds => set({ holds })}
        />
      </div>
      <div className="field-pair">
        <AmountField
          name={`packs.${index}.price`}
          label={t('pack_price')}
          value={pack.price}
          onChange={price => set({ price })}
        />
        <CodeField
          name={`packs.${index}.barcodes`}
          value={pack.barcode}
          onChange={barcode => set({ barcode })}
        />
      </div>
    </>
  )
}

/** The folded rows of an item's variations, such as sizes. */
export function ProductVariations({ draft, change }: DraftProps) {
  const { t } = useTranslation('product-form')
  return (
    <CollapsibleCard title={t('variations')} text={t('variations_text')} count={draft.variations.length}>
      <EditableRows
        rows={draft.variations}
        onChange={variations => change({ variations })}
        newRow={newVariation}
        max={variationsMax}
        add={t('variations_add')}
        remove={number => t('variations_remove', { number })}
      >
        {(variation, index, set) => <VariationRow variation={variation} index={index} set={set} />}
      </EditableRows>
    </CollapsibleCard>
  )
}

interface VariationRowProps {
  readonly variation: VariationDraft
  readonly index: number
  readonly set: (part: Partial<VariationDraft>) => void
}

/** The fields of one variation. */
function VariationRow({ variation, index, set }: VariationRowProps) {
  const { t } = useTranslation('product-form')
  return (
    <>
      <TextField
        name={`variations.${index}.name`}
        label={t('variation_name')}
        placeholder={t('variation_example')}
        value={variation.name}
        onChange={name => set({ name })}
      />
      <div className="field-pair">
        <AmountField
          name={`variations.${index}.price`}
          label={t('price')}
          hint={t('variation_open')}
          value={variation.price}
          onChange={price => set({ price })}
        />
        <AmountField
          name={`variations.${index}.cost`}
          label={t('cost')}
          hint={t('cost_text')}
          value={variation.cost}
          onChange={cost => set({ cost })}
        />
      </div>
      <div className="field-pair">
        <CodeField
          name={`variations.${index}.barcodes`}
          value={variation.barcode}
          onChange={barcode => set({ barcode })}
        />
        <TextField
          name={`variations.${index}.sku`}
          label={t('sku')}
          code
          value={variation.sku}
          onChange={sku => set({ sku })}
        />
      </div>
    </>
  )
}

interface CodeFieldProps {
  readonly name: string
  readonly value: string
  readonly onChange: (value: string) => void
}

/** A field for a barcode that a scanner may type: its Enter does not send the form. */
function CodeField({ name, value, onChange }: CodeFieldProps) {
  const { t } = useTranslation('product-form')
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the key of the field inside it
    <div onKeyDown={event => event.key === 'Enter' && event.preventDefault()}>
      <TextField name={name} label={t('barcode')} code value={value} onChange={onChange} />
    </div>
  )
}
