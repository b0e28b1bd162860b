// Adds an item to the price list: its code was scanned, and a name and a price are enough. The code is kept
// as it is, and what was typed stays until it is saved.
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { amountMax } from '../../../src/domain/payment-limit.ts'
import { catalogMax } from '../../../src/domain/product.ts'
import type { ApiError } from '../../kit/api.ts'
import { addErrorTexts, useApiErrorText, useFieldErrors } from '../../kit/api-error.ts'
import { productErrors } from '../../kit/error-product.text.ts'
import { addTexts } from '../../kit/language.ts'
import { moneyOf } from '../../kit/money.ts'
import { Sheet } from '../../kit/sheet.tsx'
import { SumInput } from '../../kit/sum-input.tsx'
import { useTillDevice } from '../parts/till-device.ts'
import { emptyNewProduct, type NewProduct, newProductBody, newProductFaults } from './new-product.model.ts'
import { tillNewProduct } from './new-product.text.ts'
import { createProduct } from './new-product.ts'
import type { Product } from './product.model.ts'

addTexts('till', tillNewProduct)
addErrorTexts(productErrors)

interface NewProductSheetProps {
  /** The code of the new item; undefined while none is added. */
  readonly code: string | undefined
  /** The categories of the price list. */
  readonly categories: readonly string[]
  /** The name of the item that has the code by now, for example because another till has added it. */
  readonly holder: string | undefined
  readonly onCreated: (product: Product) => void
  /** Sells the item that has the code. */
  readonly onSell: () => void
  readonly onClose: () => void
}

/** Adds an item in a sheet. */
export function NewProductSheet({ code, ...props }: NewProductSheetProps) {
  const { t } = useTranslation('till')
  return (
    <Sheet title={t('scan_add')} open={code !== undefined} onClose={props.onClose}>
      {code !== undefined && <NewProductForm {...props} code={code} />}
    </Sheet>
  )
}

type FormProps = NewProductSheetProps & { readonly code: string }

/** What was typed for a code and could not be saved; it returns when the code is scanned again. */
let unsaved: { readonly code: string; readonly fields: NewProduct } | undefined

/** Holds what is typed into the fields, and creates the item. The first wrong field gets the focus. */
function useNewProduct({ code, onCreated }: FormProps) {
  const { caller } = useTillDevice()
  const form = useRef<HTMLFormElement>(null)
  const [fields, setFields] = useState(unsaved?.code === code ? unsaved.fields : emptyNewProduct)
  const [wasTried, setWasTried] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [apiError, setApiError] = useState<ApiError>()
  const focusField = (field: string | undefined) =>
    form.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus()
  const edit = (next: Partial<NewProduct>) => {
    const changed = { ...fields, ...next }
    unsaved = { code, fields: changed }
    setFields(changed)
    setApiError(undefined)
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setWasTried(true)
    const [wrongField] = Object.keys(newProductFaults(fields))
    if (wrongField) return focusField(wrongField)
    if (isBusy) return
    setIsBusy(true)
    const answer = await createProduct(caller, newProductBody(code, fields))
    if (answer.ok && unsaved?.code === code) unsaved = undefined
    // A closed sheet adds nothing to the sale, and does not close that of another code.
    if (!form.current) return
    setIsBusy(false)
    if (answer.ok) return onCreated(answer.value)
    setApiError(answer.apiError)
    if (answer.apiError.kind === 'refused') focusField(answer.apiError.fields[0])
  }
  return { form, fields, edit, save, isBusy, apiError, faults: wasTried ? newProductFaults(fields) : {} }
}

/** The form of a new item. */
function NewProductForm(props: FormProps) {
  const { t } = useTranslation('till')
  const { form, fields, edit, save, isBusy, apiError, faults } = useNewProduct(props)
  const errorText = useApiErrorText()
  const problems = useFieldErrors(apiError)
  const holder = holderIn(apiError)
  const isFieldError = codeField in problems || fieldNames.some(name => name in problems)
  const money = moneyOf(amountMax)
  return (
    <form className="form new-product" noValidate ref={form} onSubmit={event => void save(event)}>
      <TextInput
        name={codeField}
        label={t('new_product_code')}
        size="md"
        readOnly
        data-testid="new-product-code"
        value={props.code}
        error={holder === undefined ? problems[codeField] : t('new_product_taken', { name: holder })}
      />
      <TextInput
        name="name"
        label={t('item_name')}
        size="md"
        maxLength={catalogMax.name}
        autoComplete="off"
        data-autofocus
        data-testid="new-product-name"
        value={fields.name}
        error={(faults.name && t(faults.name, { money })) ?? problems.name}
        onChange={event => edit({ name: event.currentTarget.value })}
      />
      <SumInput
        name="price"
        label={t(fields.byWeight ? 'product_price_kg' : 'product_price')}
        size="md"
        data-testid="new-product-price"
        value={fields.price}
        error={(faults.price && t(faults.price, { money })) ?? problems.price}
        onChange={event => edit({ price: event.currentTarget.value })}
      />
      <label className="tick">
        <input
          type="checkbox"
          data-testid="new-product-weight"
          checked={fields.byWeight}
          onChange={event => edit({ byWeight: event.currentTarget.checked })}
        />
        <span>{t('new_product_weight')}</span>
      </label>
      <CategoryField categories={props.categories} fields={fields} edit={edit} error={problems.category} />
      <p className="form-error" role="alert">
        {apiError &&
          !isFieldError &&
          (apiError.kind === 'unreachable' ? t('new_product_offline') : errorText(apiError))}
      </p>
      {/* The item that has the code can be sold only once this till knows it. */}
      <SaveButton holder={holder && props.holder} onSell={props.onSell} isBusy={isBusy} />
    </form>
  )
}

/** The server names the code by its index in the list of barcodes. */
const codeField = 'barcodes.0'
const fieldNames = ['name', 'price', 'category']

/**
 * Returns the name of the item that already has the code; undefined if the server rejected something else.
 */
function holderIn(apiError: ApiError | undefined): string | undefined {
  const problem = apiError?.kind === 'refused' ? apiError.problems[codeField] : undefined
  return problem?.reason === 'barcode_taken' ? String(problem.params.product) : undefined
}

interface CategoryFieldProps {
  readonly categories: readonly string[]
  readonly fields: NewProduct
  readonly edit: (next: Partial<NewProduct>) => void
  readonly error: string | undefined
}

/** Offers the categories of the price list. */
function CategoryField({ categories, fields, edit, error }: CategoryFieldProps) {
  const { t } = useTranslation('till')
  if (categories.length === 0) return null
  return (
    <NativeSelect
      name="category"
      label={t('new_product_category')}
      size="md"
      data-testid="new-product-category"
      data={[
        { value: '', label: t('new_product_no_category') },
        ...categories.map(name => ({ value: name, label: name })),
      ]}
      value={fields.category}
      error={error}
      onChange={event => edit({ category: event.currentTarget.value })}
    />
  )
}

/** The button that adds the item or, if another item has the code by now, sells that item. */
function SaveButton({
  holder,
  onSell,
  isBusy,
}: Pick<FormProps, 'holder' | 'onSell'> & { readonly isBusy: boolean }) {
  const { t } = useTranslation('till')
  return holder === undefined ? (
    <Button type="submit" size="lg" fullWidth loading={isBusy} data-testid="new-product-save">
      {t('scan_add')}
    </Button>
  ) : (
    <Button size="lg" fullWidth data-testid="new-product-sell" onClick={onSell}>
      {t('new_product_sell', { name: holder })}
    </Button>
  )
}
