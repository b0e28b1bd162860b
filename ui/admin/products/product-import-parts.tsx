// What the import of a price list shows: the place for the file, what the server found in it, and the end.
import { Button, Loader, NativeSelect } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type DragEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureOf } from '../../kit/api-error.model.ts'
import { useFailureText } from '../../kit/api-error.ts'
import { digitsOf } from '../../kit/money.ts'
import { EmptyState } from '../parts/empty-state.tsx'
import { FileInput } from '../parts/file-input.tsx'
import { Icon } from '../parts/icon.tsx'
import type { ImportResult } from './product.queries.ts'
import { exampleFileOf, type FileFault, faultsShownMax } from './product-import.model.ts'

interface FileCardProps {
  /** The name of the chosen file; undefined before one is chosen. */
  readonly name: string | undefined
  readonly fault: FileFault | undefined
  readonly busy: boolean
  readonly onChoose: (file: File) => Promise<void>
}

/**
 * Draws the place where a file can be dropped or chosen. Once one is chosen it is small, so that what was
 * found is on a phone's first screen. `onChoose` is not called while `busy`.
 */
export function FileCard({ name, fault, busy, onChoose }: FileCardProps) {
  const { t } = useTranslation('product-import')
  const input = useRef<HTMLInputElement>(null)
  const [isDraggedOver, setDraggedOver] = useState(false)
  const isChosen = name !== undefined
  const chooseFile = (file: File | undefined) => {
    if (file && !busy) void onChoose(file)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setDraggedOver(false)
    chooseFile(event.dataTransfer.files[0])
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same
    <section
      className="empty file-drop"
      data-over={isDraggedOver || undefined}
      data-chosen={isChosen || undefined}
      onDragOver={event => {
        event.preventDefault()
        setDraggedOver(true)
      }}
      onDragLeave={() => setDraggedOver(false)}
      onDrop={drop}
    >
      {!isChosen && (
        <span className="empty-icon">
          <Icon name="upload" size={28} />
        </span>
      )}
      <h2>{name ?? t('drop')}</h2>
      {!isChosen && <p>{t('formats')}</p>}
      <div className="empty-actions">
        <Button
          {...(isChosen ? { variant: 'default' } : {})}
          disabled={busy}
          onClick={() => input.current?.click()}
        >
          {t(isChosen ? 'choose_other' : 'choose')}
        </Button>
        <ExampleButton />
      </div>
      <span className="field-error" role="alert">
        {fault && t(`file_${fault}`)}
      </span>
      <FileInput
        input={input}
        label={t('choose')}
        accept=".csv,.txt,text/csv,text/plain"
        onChoose={chooseFile}
      />
    </section>
  )
}

/** Draws the button that saves an example file. The file is made in the browser. */
function ExampleButton() {
  const { t } = useTranslation('product-import')
  const save = () => {
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([exampleFileOf(t('example_heads'))], { type: 'text/csv' }))
    link.download = `${t('example_name')}.csv`
    link.click()
    URL.revokeObjectURL(link.href)
  }
  return (
    <Button variant="default" onClick={save}>
      {t('example')}
    </Button>
  )
}

/** Shows that the file is being checked or imported. */
export const Busy = ({ text }: { readonly text: string }) => (
  <p className="import-busy" role="status">
    <Loader size={20} /> {text}
  </p>
)

interface FindingsProps {
  readonly result: ImportResult
  readonly busy: boolean
  readonly onShop: (shop: string) => void
  readonly onImport: (skipsErrors: boolean) => void
}

/**
 * Shows what the file would change and its faults, and the button that imports it. `onImport` gets whether
 * faulty lines are skipped.
 */
export function Findings({ result, busy, onShop, onImport }: FindingsProps) {
  const { t } = useTranslation('product-import')
  const { created, updated, unchanged, stock_kept, open_priced, shops, shop, error_count } = result
  const count = created + updated
  const hasFaults = error_count > 0
  return (
    <section className="card card-body findings" aria-label={t('findings')}>
      {shops.length > 1 && (
        <NativeSelect
          label={t('shop')}
          description={t('shop_text')}
          className="short-field"
          value={shop ?? ''}
          disabled={busy}
          onChange={event => onShop(event.currentTarget.value)}
          data={shops}
        />
      )}
      <ul className="import-sums">
        {created > 0 && <Sum count={created} text={t('sum_created', { count: created })} />}
        {updated > 0 && <Sum count={updated} text={t('sum_updated', { count: updated })} />}
        {unchanged > 0 && <Sum count={unchanged} text={t('sum_unchanged', { count: unchanged })} />}
        {stock_kept > 0 && <Sum count={stock_kept} text={t('sum_kept', { count: stock_kept })} />}
        {open_priced > 0 && <Sum count={open_priced} text={t('sum_open', { count: open_priced })} />}
        {hasFaults && <Sum count={error_count} text={t('sum_faulty', { count: error_count })} bad />}
      </ul>
      {hasFaults && <Faults result={result} />}
      <Columns result={result} />
      {count === 0 && !hasFaults && <p>{t(unchanged > 0 ? 'nothing_new' : 'nothing')}</p>}
      {busy && <Busy text={t('importing')} />}
      {count > 0 && !busy && (
        <div className="findings-actions">
          <Button
            size="md"
            onClick={() => onImport(hasFaults)}
            {...(hasFaults ? { variant: 'default' } : {})}
            data-testid="import"
          >
            {t(hasFaults ? 'import_rest' : 'import', { count, number: digitsOf(count) })}
          </Button>
        </div>
      )}
    </section>
  )
}

/** Names the columns of the file that were read, and the columns that were ignored. */
function Columns({ result: { columns_read, columns_ignored } }: { readonly result: ImportResult }) {
  const { t } = useTranslation('product-import')
  return (
    <p className="form-note import-columns">
      {t('columns_read', { heads: columns_read.join(', ') })}
      {columns_ignored.length > 0 && (
        <span>{t('columns_ignored', { heads: columns_ignored.join(', ') })}</span>
      )}
    </p>
  )
}

interface SumProps {
  readonly count: number
  readonly text: string
  readonly bad?: boolean
}
/** A line of the summary: a number and what it counts. */
const Sum = ({ count, text, bad = false }: SumProps) => (
  <li data-bad={bad || undefined}>
    <strong>{digitsOf(count)}</strong> {text}
  </li>
)

/** Lists the first faults of the file, each with its line and what to do. */
function Faults({ result: { errors, error_count } }: { readonly result: ImportResult }) {
  const { t } = useTranslation('product-import')
  const failureText = useFailureText()
  const shown = errors.slice(0, faultsShownMax)
  const more = error_count - shown.length
  /** The server calls a column without a head "column 8". */
  const columnName = (field: string) => {
    const number = /^column (\d+)$/.exec(field)?.[1]
    return number === undefined ? field : t('fault_column_number', { number })
  }
  return (
    <>
      <p className="form-note">{t('faults_text')}</p>
      <table className="faults" aria-label={t('faults')}>
        <thead>
          <tr>
            <th scope="col">{t('fault_line')}</th>
            <th scope="col">{t('fault_column')}</th>
            <th scope="col">{t('fault_cure')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((error, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the faults of a file never change
            <tr key={index}>
              <td>{error.line}</td>
              <td>
                {columnName(error.field)}
                {error.value !== '' && <span className="fault-value">{error.value}</span>}
              </td>
              <td>{failureText(failureOf(error)) ?? error.message}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 && <p className="form-note">{t('faults_more', { number: digitsOf(more) })}</p>}
    </>
  )
}

/** Shows what was imported, and leads to the price list or to the next file. */
export function Done({ result, onMore }: { readonly result: ImportResult; readonly onMore: () => void }) {
  const { t } = useTranslation('product-import')
  const { created, updated, error_count } = result
  return (
    <div role="status">
      <EmptyState icon="check" title={t('done')} text={t('done_text')}>
        <ul className="import-sums">
          {created > 0 && <Sum count={created} text={t('sum_created_done', { count: created })} />}
          {updated > 0 && <Sum count={updated} text={t('sum_updated_done', { count: updated })} />}
          {error_count > 0 && <Sum count={error_count} text={t('sum_skipped', { count: error_count })} bad />}
        </ul>
        <Link to="/products" className="button-link button-first">
          {t('to_list')}
        </Link>
        <Button variant="default" onClick={onMore}>
          {t('more')}
        </Button>
      </EmptyState>
    </div>
  )
}
