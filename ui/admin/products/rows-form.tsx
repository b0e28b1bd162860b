// A form of rows that are saved together, such as the rules of scale barcodes and the tax rates.
import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiResult } from '../../kit/api.ts'
import { addTexts } from '../../kit/language.ts'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { Card } from '../parts/facts.tsx'
import { Fields, useFieldForm } from '../parts/field-form.tsx'
import type { FieldFaults } from '../parts/form-fault.model.ts'
import { Icon } from '../parts/icon.tsx'
import { type AccountHeader, useAction } from '../parts/queries.ts'
import { useUnsavedChanges } from '../parts/unsaved-changes.tsx'
import { products } from './products.text.ts'
import type { Draft } from './row-draft.model.ts'
import './product.css'

addTexts('products', products)

export interface RowProps<Row extends Draft> {
  readonly drafts: readonly Row[]
  readonly draft: Row
  readonly index: number
  readonly setDrafts: (drafts: readonly Row[]) => void
}
interface RowsFormProps<Row extends Draft> {
  readonly title: string
  /** The text in place of the rows while there are none. */
  readonly none: string
  readonly add: string
  readonly stored: readonly Row[]
  readonly max: number
  readonly newRow: (drafts: readonly Row[]) => Row
  readonly faultsOf: (drafts: readonly Row[]) => FieldFaults
  readonly save: (drafts: readonly Row[], header: AccountHeader) => Promise<ApiResult<unknown>>
  readonly Row: (props: RowProps<Row>) => ReactNode
}

/** Shows the rows of a form, a button that adds a row, and a button that saves all rows. */
export function RowsForm<Row extends Draft>(props: RowsFormProps<Row>) {
  const { title, none, add, stored, max, newRow, faultsOf, save, Row } = props
  const { t } = useTranslation('products')
  const [savedDrafts, setSavedDrafts] = useState(stored)
  const [drafts, setDrafts] = useState(savedDrafts)
  const [isSaved, setSaved] = useState(false)
  const saving = useAction(save)
  const form = useFieldForm(faultsOf(drafts), saving.apiError)
  const unsaved = useUnsavedChanges(JSON.stringify(drafts) !== JSON.stringify(savedDrafts))
  const changeDrafts = (next: readonly Row[]) => {
    setSaved(false)
    setDrafts(next)
  }
  const send = () =>
    saving.run(drafts, () => {
      setSavedDrafts(drafts)
      setSaved(true)
    })
  return (
    <div className="product-form">
      <Fields form={form} onSubmit={send}>
        <Card title={title}>
          <div className="form">
            {drafts.length === 0 && <p className="form-note">{none}</p>}
            {drafts.map((draft, index) => (
              <Row key={draft.id} drafts={drafts} draft={draft} index={index} setDrafts={changeDrafts} />
            ))}
            {drafts.length < max && (
              <button
                type="button"
                className="button-link row-add"
                onClick={() => changeDrafts([...drafts, newRow(drafts)])}
              >
                <Icon name="plus" size={16} /> {add}
              </button>
            )}
          </div>
        </Card>
        <ApiErrorNote apiError={form.apiError} />
        <div className="form-actions">
          <span role="status" className="form-done">
            {isSaved && t('rows_saved')}
          </span>
          <Button type="submit" size="md" loading={saving.busy} data-testid="save">
            {t('rows_save')}
          </Button>
        </div>
      </Fields>
      {unsaved.dialog}
    </div>
  )
}
