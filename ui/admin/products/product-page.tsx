// The page that adds an item to the price list, and the page that changes one.
import { Button } from '@mantine/core'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addTexts } from '../../kit/language.ts'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { useMay } from '../parts/current-account.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { Fields, useFieldForm } from '../parts/field-form.tsx'
import { Icon } from '../parts/icon.tsx'
import { PageError } from '../parts/page-error.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { useRead } from '../parts/queries.ts'
import { PageSkeleton } from '../parts/skeleton.tsx'
import { useUnsavedChanges } from '../parts/unsaved-changes.tsx'
import { draftOf, emptyProduct, isSameDraft, type Product, type ProductDraft } from './product.model.ts'
import {
  pictureUrl,
  readProduct,
  type StoredProduct,
  useAddProduct,
  useCategories,
  useChangeProduct,
} from './product.queries.ts'
import { ProductChangedNote } from './product-changed-note.tsx'
import { ProductDelete } from './product-delete.tsx'
import { namedAsFields, productFaults } from './product-fault.model.ts'
import { productForm } from './product-form.text.ts'
import { ProductFields } from './product-form.tsx'
import { mergedDraft, type OtherChange, otherChanges } from './product-merge.model.ts'
import { ProductStock } from './product-stock.tsx'
import { products } from './products.text.ts'
import { clearsQuantities } from './wholesale.model.ts'
import './product.css'

addTexts('products', products)
addTexts('product-form', productForm)

/** The address of the price list. */
const list = '/products' as const

/** The page that adds items. "Add another" keeps the category for the next item. */
export function ProductNew() {
  const { t } = useTranslation(['product-form', 'products'])
  // A new number mounts a new form, so that it keeps nothing of the last item's request.
  const [{ formNumber, category, added }, setAdded] = useState({ formNumber: 0, category: '', added: '' })
  if (!useMay('products')) return <NotYours />
  return (
    <>
      <PageHead title={t('new_title')} text={t('new_text')} back={{ to: list, text: t('products:title') }} />
      <NewForm
        key={formNumber}
        initial={{ ...emptyProduct, category }}
        added={added}
        onAnother={product =>
          setAdded({ formNumber: formNumber + 1, category: product.category ?? '', added: product.name })
        }
      />
    </>
  )
}

interface NewFormProps {
  readonly initial: ProductDraft
  /** The name of the item that was added just before. */
  readonly added: string
  readonly onAnother: (product: Product) => void
}

/** The form of a new item, with "add" and "add another". */
function NewForm({ initial, added, onAnother }: NewFormProps) {
  const { t } = useTranslation('product-form')
  const navigate = useNavigate()
  const [draft, setDraft] = useState(initial)
  const save = useAddProduct()
  const form = useFieldForm(productFaults(draft), namedAsFields(save.apiError))
  const unsaved = useUnsavedChanges(!isSameDraft(draft, initial))
  const send = (onDone: (product: Product) => void) =>
    save.run({ initial, draft }, product => unsaved.leaveWithoutAsking(() => onDone(product)))
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
              onClick={() => form.validate() && send(onAnother)}
            >
              {t('add_another')}
            </Button>
            <Button type="submit" size="md" loading={save.busy} data-testid="save">
              {t('add')}
            </Button>
          </div>
        </Fields>
      </div>
      {unsaved.dialog}
    </>
  )
}

interface FormBodyProps {
  readonly draft: ProductDraft
  readonly setDraft: (next: (before: ProductDraft) => ProductDraft) => void
  readonly saved: Product | undefined
}

/** Draws the fields of a draft. `saved` is the stored item; undefined for a new one. */
function FormBody({ draft, setDraft, saved }: FormBodyProps) {
  const categories = useCategories()
  return (
    <ProductFields
      draft={draft}
      change={changes => setDraft(before => ({ ...before, ...changes }))}
      categories={categories.map(({ name }) => name)}
      savedPicture={saved ? (pictureUrl(saved) ?? '') : ''}
      isNew={!saved}
      clearsQuantities={saved !== undefined && clearsQuantities(saved, draft)}
    />
  )
}

/** The page that changes an item. */
export function ProductPage() {
  const { t } = useTranslation('products')
  const { id } = useParams({ from: '/products/$id' })
  const product = useRead(['products', id], header => readProduct(id, header))
  const mayEdit = useMay('products')
  const back = { to: list, text: t('title') }
  if (!mayEdit) return <NotYours />
  if (product.apiError) return <PageError failedRead={product} title={t('item')} back={back} t={t} />
  if (!product.data) return <PageSkeleton />
  return <EditForm key={product.data.product.id} stored={product.data} />
}

/**
 * Holds the form of a stored item and saves it. If someone else has changed the item, nothing is saved: the
 * form then has both changes, and `changes` lists the other person's.
 */
function useEditing(stored: StoredProduct) {
  const [{ initial, tag }, setInitial] = useState(() => ({
    initial: draftOf(stored.product),
    tag: stored.tag,
  }))
  const [draft, setDraft] = useState(initial)
  const [isSaved, setSaved] = useState(false)
  const [changes, setChanges] = useState<readonly OtherChange[]>([])
  const save = useChangeProduct()
  const sentDraft = useRef(draft)
  const send = () => {
    sentDraft.current = draft
    save.run({ id: stored.product.id, tag, initial, draft }, saved => {
      const storedDraft = draftOf(saved.product)
      setInitial({ initial: storedDraft, tag: saved.tag })
      setSaved(saved.isSaved)
      setChanges(saved.isSaved ? [] : otherChanges(initial, sentDraft.current, storedDraft))
      // What was typed while it was saved stays.
      setDraft(before => {
        if (!saved.isSaved) return mergedDraft(initial, before, storedDraft)
        return before === sentDraft.current ? storedDraft : before
      })
    })
  }
  const updateDraft = (next: (before: ProductDraft) => ProductDraft) => {
    setSaved(false)
    setDraft(next)
  }
  return { initial, draft, updateDraft, send, save, isSaved, changes }
}

/** Draws the loaded item: its stock, its form, and the links to labels and deletion. */
function EditForm({ stored }: { readonly stored: StoredProduct }) {
  const { t } = useTranslation(['product-form', 'products'])
  const { product } = stored
  const { initial, draft, updateDraft, send, save, isSaved, changes } = useEditing(stored)
  const form = useFieldForm(productFaults(draft), namedAsFields(save.apiError))
  const unsaved = useUnsavedChanges(!isSameDraft(draft, initial))
  return (
    <>
      <PageHead title={product.name} back={{ to: list, text: t('products:title') }}>
        <Link to="/products/labels" search={{ ids: product.id }} className="button-link">
          <Icon name="print" size={18} /> {t('products:labels')}
        </Link>
        <ProductDelete product={product} leaveWithoutAsking={unsaved.leaveWithoutAsking} />
      </PageHead>
      {product.track_stock && <ProductStock product={product} />}
      <div className="product-form">
        <Fields form={form} onSubmit={send}>
          <FormBody draft={draft} setDraft={updateDraft} saved={product} />
          <ProductChangedNote changes={changes} />
          <ApiErrorNote apiError={form.apiError} />
          <div className="form-actions">
            <span role="status" className="form-done">
              {isSaved && t('saved')}
            </span>
            <Button type="submit" size="md" loading={save.busy} data-testid="save">
              {t('save')}
            </Button>
          </div>
        </Fields>
      </div>
      {unsaved.dialog}
    </>
  )
}

/** The page shown to people who see the price list but may not change it, such as developers. */
export function NotYours() {
  const { t } = useTranslation(['products', 'admin'])
  return (
    <>
      <PageHead title={t('item')} back={{ to: list, text: t('title') }} />
      <EmptyState icon="shield" title={t('admin:no_access')} text={t('admin:no_access_text')} />
    </>
  )
}
