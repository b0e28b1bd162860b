// The page of the tax rates, from which reports work out the tax in sales.
import { useTranslation } from 'react-i18next'
import { saleMethods } from '../../../src/domain/shift.ts'
import { taxCodes } from '../../../src/domain/tax-code.ts'
import { taxRatesMax } from '../../../src/domain/tax-rate.ts'
import { api, resultOf } from '../../kit/api.ts'
import { addTexts } from '../../kit/language.ts'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { useMay } from '../parts/current-account.tsx'
import { ChoiceField, TextField } from '../parts/form-field.tsx'
import { Icon } from '../parts/icon.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { useRead } from '../parts/queries.ts'
import { PageSkeleton } from '../parts/skeleton.tsx'
import './product.queries.ts' // the texts of its errors
import { NotYours } from './product-page.tsx'
import { type RowProps, RowsForm } from './rows-form.tsx'
import {
  codeOf,
  methodOf,
  newRate,
  type RateDraft,
  rateDraftsOf,
  rateFaults,
  ratesBody,
} from './tax-rate.model.ts'
import { taxRate } from './tax-rate.text.ts'

addTexts('tax-rate', taxRate)

/** The page of the rates, for people who may edit the price list. */
export function TaxRatePage() {
  const { t } = useTranslation(['tax-rate', 'products'])
  const mayEdit = useMay('products')
  const read = useRead(['tax-rates'], header => api.api.v1.products['tax-rates'].get(header))
  const back = { to: '/products', text: t('products:title') } as const
  if (!mayEdit) return <NotYours />
  if (!read.data && !read.apiError) return <PageSkeleton />
  return (
    <>
      <PageHead title={t('title')} text={t('text')} back={back} />
      <ApiErrorNote apiError={read.apiError} retry={read.retry} />
      {read.data && (
        <RowsForm
          title={t('rates')}
          none={t('none')}
          add={t('add')}
          stored={rateDraftsOf(read.data.data)}
          max={taxRatesMax}
          newRow={newRate}
          faultsOf={rateFaults}
          save={(drafts, header) => resultOf(api.api.v1.products['tax-rates'].put(ratesBody(drafts), header))}
          Row={RateRow}
        />
      )}
    </>
  )
}

/** The fields of one rate. */
function RateRow({ drafts, draft, index, setDrafts }: RowProps<RateDraft>) {
  const { t } = useTranslation('tax-rate')
  const change = (changes: Partial<RateDraft>) =>
    setDrafts(drafts.map(other => (other.id === draft.id ? { ...other, ...changes } : other)))
  return (
    <fieldset className="field-row" data-testid="tax-rate" aria-label={t('rate', { number: index + 1 })}>
      <div className="field-pair">
        <ChoiceField
          name={`rates.${index}.tax_code`}
          label={t('code')}
          value={draft.taxCode}
          onChange={code => change({ taxCode: codeOf(code) })}
          options={taxCodes.map(value => ({ value, label: value }))}
        />
        <TextField
          name={`rates.${index}.percent`}
          label={t('percent')}
          unit="%"
          value={draft.percent}
          onChange={percent => change({ percent })}
        />
      </div>
      <div className="field-pair">
        <ChoiceField
          name={`rates.${index}.method`}
          label={t('method')}
          value={draft.method}
          onChange={method => change({ method: methodOf(method) })}
          options={(['', ...saleMethods] as const).map(value => ({ value, label: t(`method_${value}`) }))}
        />
        <TextField
          name={`rates.${index}.from`}
          type="date"
          label={t('from')}
          value={draft.from}
          onChange={from => change({ from })}
        />
      </div>
      <button
        type="button"
        className="row-remove"
        aria-label={t('remove', { number: index + 1 })}
        title={t('remove', { number: index + 1 })}
        onClick={() => setDrafts(drafts.filter(({ id }) => id !== draft.id))}
      >
        <Icon name="cross" size={18} />
      </button>
    </fieldset>
  )
}
