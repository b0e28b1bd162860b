// Imports a price list from a file. A dry run first shows what would change and each fault. Then the file is
// imported; faulty lines are skipped only if the person chose that.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../kit/api.ts'
import { addTexts } from '../../kit/language.ts'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { useMay } from '../parts/current-account.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { useAction, useFetch } from '../parts/queries.ts'
import { type ImportResult, importFile } from './product.queries.ts'
import { type FileFault, readFile } from './product-import.model.ts'
import { productImport } from './product-import.text.ts'
import { Busy, Done, FileCard, Findings } from './product-import-parts.tsx'
import { NotYours } from './product-page.tsx'
import { products } from './products.text.ts'
import './product.css'

addTexts('products', products)
addTexts('product-import', productImport)

interface ImportFile {
  readonly name: string
  readonly text: string
  /** The shop whose prices count, in a file of several shops. */
  readonly shop?: string
}

/** Whether the file itself is wrong: it would be refused again. */
const isFileFault = (apiError: ApiError | undefined) =>
  apiError?.kind === 'refused' && apiError.errorCode === 'validation_error'

/** The page of the import, for people who may edit the price list. */
export function ProductImport() {
  const { t } = useTranslation(['product-import', 'products'])
  const mayEdit = useMay('products')
  if (!mayEdit) return <NotYours />
  return (
    <>
      <PageHead title={t('title')} text={t('text')} back={{ to: '/products', text: t('products:title') }} />
      <ImportSteps />
    </>
  )
}

/** Checks a chosen file with a dry run, imports it on confirmation, and shows the result. */
function ImportSteps() {
  const { t } = useTranslation('product-import')
  const [fault, setFault] = useState<FileFault>()
  const [file, setFile] = useState<ImportFile>()
  const [imported, setImported] = useState<ImportResult>()
  const check = useFetch(({ text, shop }: ImportFile, header) =>
    importFile(text, { isDryRun: true, shop }, header),
  )
  const apply = useAction(
    ({ text, shop, skipsErrors }: ImportFile & { readonly skipsErrors: boolean }, header) =>
      importFile(text, { skipsErrors, shop }, header),
  )
  const checkFile = (chosen: ImportFile) => {
    setFile(chosen)
    check.run(chosen)
  }
  const choose = async (chosen: File) => {
    const content = readFile(chosen.name, new Uint8Array(await chosen.arrayBuffer()))
    apply.reset()
    setFault('text' in content ? undefined : content.fault)
    if ('text' in content) checkFile(content)
    else setFile(undefined)
  }
  const importChecked = (chosen: ImportFile, skipsErrors: boolean) =>
    apply.run({ ...chosen, skipsErrors }, result => {
      // The list may have changed since the file was checked.
      if (!result.imported) return check.run(chosen)
      setFile(undefined)
      setImported(result)
    })
  if (imported) return <Done result={imported} onMore={() => setImported(undefined)} />
  const checked = check.busy ? undefined : check.data
  return (
    <div className="card-stack">
      <FileCard name={file?.name} fault={fault} busy={apply.busy} onChoose={choose} />
      {check.busy && <Busy text={t('checking')} />}
      {file && !check.busy && (
        <ApiErrorNote
          apiError={check.apiError}
          {...(isFileFault(check.apiError) ? {} : { retry: () => check.run(file) })}
        />
      )}
      {file && checked && (
        <Findings
          result={checked}
          busy={apply.busy}
          onShop={shop => checkFile({ ...file, shop })}
          onImport={skipsErrors => importChecked(file, skipsErrors)}
        />
      )}
      <ApiErrorNote apiError={apply.apiError} />
    </div>
  )
}
