// Fields that an item without variations has once, and any other item for each variation: the wholesale price
// and the packs. `path` precedes their names: `variations.2.`, or nothing.
import { useTranslation } from 'react-i18next'
import { catalogMax } from '../../../src/domain/product.ts'
import { AmountField, TextField } from '../parts/form-field.tsx'
import { EditableRows } from '../parts/form-section.tsx'
import { newPack, type PackDraft, type SoldDraft } from './product-row.model.ts'

interface WholesaleFieldsProps {
  readonly sold: Pick<SoldDraft, 'wholesaleFrom' | 'wholesalePrice'>
  readonly unit: string
  readonly path: string
  readonly change: (changes: Partial<Pick<SoldDraft, 'wholesaleFrom' | 'wholesalePrice'>>) => void
}

/** The fields for the wholesale price and the quantity from which it applies. */
export function WholesaleFields({ sold, unit, path, change }: WholesaleFieldsProps) {
  const { t } = useTranslation('product-form')
  return (
    <div className="field-pair">
      <TextField
        name={`${path}wholesale.from`}
        label={t('wholesale_from')}
        hint={t(unit === 'kg' ? 'wholesale_from_kg' : 'wholesale_from_text')}
        value={sold.wholesaleFrom}
        onChange={wholesaleFrom => change({ wholesaleFrom })}
      />
      <AmountField
        name={`${path}wholesale.price`}
        label={t('wholesale_price')}
        hint={t(unit === 'kg' ? 'wholesale_price_kg' : 'wholesale_price_text')}
        value={sold.wholesalePrice}
        onChange={wholesalePrice => change({ wholesalePrice })}
      />
    </div>
  )
}

interface PackRowsProps {
  readonly packs: readonly PackDraft[]
  readonly path: string
  readonly change: (changes: Pick<SoldDraft, 'packs'>) => void
}

/** The rows of packs, such as a dozen or a carton. */
export function PackRows({ packs, path, change }: PackRowsProps) {
  const { t } = useTranslation('product-form')
  return (
    <EditableRows
      rows={packs}
      onChange={packs => change({ packs })}
      newRow={newPack}
      max={catalogMax.packs}
      nameOf={({ name }) => name}
      add={t('packs_add')}
      remove={number => t('packs_remove', { number })}
    >
      {(pack, index, changePack) => (
        <PackRow pack={pack} path={`${path}packs.${index}.`} change={changePack} />
      )}
    </EditableRows>
  )
}

interface PackRowProps {
  readonly pack: PackDraft
  readonly path: string
  readonly change: (changes: Partial<PackDraft>) => void
}

/** The fields of one pack. */
function PackRow({ pack, path, change }: PackRowProps) {
  const { t } = useTranslation('product-form')
  return (
    <>
      <div className="field-pair">
        <TextField
          name={`${path}name`}
          label={t('pack_name')}
          placeholder={t('pack_example')}
          value={pack.name}
          onChange={name => change({ name })}
        />
        <TextField
          name={`${path}holds`}
          label={t('pack_holds')}
          value={pack.holds}
          onChange={holds => change({ holds })}
        />
      </div>
      <div className="field-pair">
        <AmountField
          name={`${path}price`}
          label={t('pack_price')}
          value={pack.price}
          onChange={price => change({ price })}
        />
        <CodeField name={`${path}barcodes`} value={pack.barcode} onChange={barcode => change({ barcode })} />
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
export function CodeField({ name, value, onChange }: CodeFieldProps) {
  const { t } = useTranslation('product-form')
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the key of the field inside it
    <div onKeyDown={event => event.key === 'Enter' && event.preventDefault()}>
      <TextField name={name} label={t('barcode')} code value={value} onChange={onChange} />
    </div>
  )
}
