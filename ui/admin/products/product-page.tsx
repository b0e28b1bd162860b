// The page that adds an item to the price list, and the page that changes one.
import { Button } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../kit/api.ts'
import { addTexts } from '../../kit/language.ts'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { useMay } from '../parts/current-account.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { Fields, useFieldForm } from '../parts/field-form.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { useRead } from '../parts/queries.ts'
import { PageSkeleton } from '../parts/skeleton.tsx'
import { useUnsavedChanges } from '../parts/unsaved-changes.tsx'
import { draftOf, emptyProduct, isSameDraft, type Product, type ProductDraft } from './product.model.ts'
import { pictureUrl, useCategories, useSaveProduct } from './product.queries.ts'
import { ProductDelete } from './product-delete.tsx'
import { namedAsFields, productFaults } from './product-fault.model.ts'
import { productForm } from './product-form.text.ts'
import { ProductFields } from './product-form.tsx'
import { ProductLabels } from './product-label.tsx'
import { products } from './products.text.ts'
import './product.css'

addTexts('products', products)
addTexts('product-form', productForm)

const list = '/products' as const

export function ProductNew() {
  const { t } = useTranslation(['product-form', 'products'])
  // A new form for each item: what it knows of the last request goes with it.
  const [{ times, category, added }, setAdded] = useState({ times: 0, category: '', added: '' })
  if (!useMay('products')) return <NotYours />
  return (
    <>
      <PageHead title={t('new_title')} text={t('new_text')} back={{ to: list, text: t('products:title') }} />
      <NewForm
        key={times}
        begin={{ ...emptyProduct, category }}
        added={added}
        onAnother={product =>
          setAdded({ times: times + 1, category: product.category ?? '', added: product.name })
        }
      />
    </>
  )
}

interface NewFormProps {
  readonly begin: ProductDraft
  /** The name of the item that was added just before. */
  readonly added: string
  readonly onAnother: (product: Product) => void
}

function NewForm({ begin, added, onAnother }: NewFormProps) {
  const { t } = useTranslation('product-form')
  const navigate = useNavigate()
  const [draft, setDraft] = useState(begin)
  const save = useSaveProduct(undefined)
  const form = useFieldForm(productFaults(draft), namedAsFields(save.apiError))
  const leave = useUnsavedChanges(!isSameDraft(draft, begin))
  const send = (onDone: (product: Product) => void) =>
    save.run({ begin, draft }, product => leave.freely(() => onDone(product)))
  return (
    <>
      <div className="product-form">
        <Fields form={form} onSubmit={() => send(() => void navigate({ to: list }))}>
          <FormBody draft={draft} setDraft={setDraft} saved={undefined} />
          <ApiErrorNote apiError={form.apiError} />
          <div className="form-actions">
            <span role="status" className="form-done">
              {added && t('added', { name: added })}
            </span>
            <Button
              variant="default"
              size="md"
              disabled={save.busy}
              onClick={() => form.ready() && send(onAnother)}
            >
              {t('add_another')}
            </Button>
            <Button type="submit" size="md" loading={save.busy} data-testid="save">
              {t('add')}
            </Button>
          </div>
        </Fields>
      </div>
      {leave.sheet}
    </>
  )
}

interface FormBodyProps {
  readonly draft: ProductDraft
  readonly setDraft: (next: (before: ProductDraft) => ProductDraft) => void
  readonly saved: Product | undefined
}

function FormBody({ draft, setDraft, saved }: FormBodyProps) {
  const categories = useCategories()
  return (
    <ProductFields
      draft={draft}
      change={part => setDraft(before => ({ ...before, ...part }))}
      categories={categories.map(({ name }) => name)}
      savedPicture={saved ? (pictureUrl(saved) ?? '') : ''}
      isNew={!saved}
    />
  )
}

export function ProductPage() {
  const { t } = useTranslation('products')
  const { id } = useParams({ from: '/products/$id' })
  const found = useRead(['products', id], named => api.api.v1.products({ id }).get(named))
  const mayEdit = useMay('products')
  const product = found.data instanceof Response ? undefined : found.data?.data
  const back = { to: list, text: t('title') }
  if (!mayEdit) return <NotYours />
  if (found.apiError?.kind === 'refused' && found.apiError.status === 404)
    return (
      <>
        <PageHead title={t('item')} back={back} />
        <EmptyState icon="search" title={t('not_found')} text={t('not_found_text')} />
      </>
    )
  if (found.apiError) return <ApiErrorNote apiError={found.apiError} retry={found.retry} />
  if (!product) return <PageSkeleton />
  return <EditForm key={product.id} product={product} />
}

function EditForm({ product }: { readonly product: Product }) {
  const { t } = useTranslation(['product-form', 'products'])
  const [begin, setBegin] = useState(() => draftOf(product))
  const [draft, setDraft] = useState(begin)
  const [done, setDone] = useState(false)
  const save = useSaveProduct(product.id)
  const form = useFieldForm(productFaults(draft), namedAsFields(save.apiError))
  const leave = useUnsavedChanges(!isSameDraft(draft, begin))
  const sent = useRef(draft)
  const send = () => {
    sent.current = draft
    save.run({ begin, draft }, stored => {
      const next = draftOf(stored)
      setBegin(next)
      // What was typed while it was saved stays.
      setDraft(before => (before === sent.current ? next : before))
      setDone(true)
    })
  }
  return (
    <>
      <PageHead title={product.name} back={{ to: list, text: t('products:title') }}>
        <ProductLabels product={product} />
        <ProductDelete product={product} leave={leave.freely} />
      </PageHead>
      <div className="product-form">
        <Fields form={form} onSubmit={send}>
          <FormBody
            draft={draft}
            setDraft={next => {
              setDone(false)
              setDraft(next)
            }}
            saved={product}
          />
          <ApiErrorNote apiError={form.apiError} />
          <div className="form-actions">
            <span role="status" className="form-done">
              {done && t('saved')}
            </span>
            <Button type="submit" size="md" loading={save.busy} data-testid="save">
              {t('save')}
            </Button>
          </div>
        </Fields>
      </div>
      {leave.sheet}
    </>
  )
}

/** A developer sees the price list and does not change it. */
export function NotYours() {
  const { t } = useTranslation(['products', 'admin'])
  return (
    <>
      <PageHead title={t('item')} back={{ to: list, text: t('title') }} />
      <EmptyState icon="shield" title={t('admin:no_access')} text={t('admin:no_access_text')} />
    </>
  )
}
