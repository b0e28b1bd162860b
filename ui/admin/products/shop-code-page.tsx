// The page of the rules by which tills read scale barcodes, each with an example of what it reads.
import { useTranslation } from 'react-i18next'
import { type ShopCode, shopCodeMax } from '../../../src/domain/shop-code.ts'
import { api, resultOf } from '../../kit/api.ts'
import { addTexts } from '../../kit/language.ts'
import { moneyOf } from '../../kit/money.ts'
import { shopCodeRulesOf } from '../../kit/shop-code.model.ts'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { useMay } from '../parts/current-account.tsx'
import { ChoiceField, TextField } from '../parts/form-field.tsx'
import { Icon } from '../parts/icon.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { useRead } from '../parts/queries.ts'
import { PageSkeleton } from '../parts/skeleton.tsx'
import './product.queries.ts' // the texts of its errors
import { NotYours } from './product-page.tsx'
import { quantityText } from './quantity.model.ts'
import { type RowProps, RowsForm } from './rows-form.tsx'
import {
  choiceOf,
  draftsOf,
  exampleOf,
  movedRule,
  newRule,
  type RuleDraft,
  ruleFaults,
  rulesBody,
  valueChoices,
} from './shop-code.model.ts'
import { shopCode } from './shop-code.text.ts'

addTexts('shop-code', shopCode)

/** The page of the rules, for people who may edit the price list. */
export function ShopCodePage() {
  const { t } = useTranslation(['shop-code', 'products'])
  const mayEdit = useMay('products')
  const read = useRead(['shop-codes'], header => api.api.v1.products['shop-codes'].get(header))
  const back = { to: '/products', text: t('products:title') } as const
  if (!mayEdit) return <NotYours />
  if (!read.data && !read.apiError) return <PageSkeleton />
  return (
    <>
      <PageHead title={t('title')} text={t('text')} back={back} />
      <ApiErrorNote apiError={read.apiError} retry={read.retry} />
      {read.data && (
        <RowsForm
          title={t('rules')}
          none={t('none')}
          add={t('add')}
          stored={draftsOf(shopCodeRulesOf(read.data.data))}
          max={shopCodeMax.rules}
          newRow={newRule}
          faultsOf={ruleFaults}
          save={(rules, header) => resultOf(api.api.v1.products['shop-codes'].put(rulesBody(rules), header))}
          Row={RuleRow}
        />
      )}
    </>
  )
}

// Styles are in the elements of this page, because all of product.css is in the console's first view.
/** The fields of one rule with its example. */
function RuleRow({ drafts, draft, index, setDrafts }: RowProps<RuleDraft>) {
  const { t } = useTranslation('shop-code')
  const change = (changes: Partial<RuleDraft>) =>
    setDrafts(drafts.map(other => (other.id === draft.id ? { ...other, ...changes } : other)))
  return (
    <fieldset className="field-row" style={{ padding: '6px 16px 16px' }} data-testid="code-rule">
      <RuleHead drafts={drafts} index={index} setDrafts={setDrafts} />
      <div className="field-pair">
        <TextField
          name={`rules.${index}.prefix`}
          label={t('prefix')}
          code
          value={draft.prefix}
          onChange={prefix => change({ prefix })}
        />
        <TextField
          name={`rules.${index}.item_digits`}
          label={t('item_digits')}
          value={draft.itemDigits}
          onChange={itemDigits => change({ itemDigits })}
        />
      </div>
      <div className="field-pair">
        <ChoiceField
          name={`rules.${index}.value`}
          label={t('value')}
          value={draft.value}
          onChange={value => change({ value: choiceOf(value) })}
          options={valueChoices.map(value => ({ value, label: t(`value_${value}`) }))}
        />
        <TextField
          name={`rules.${index}.value_digits`}
          label={t('value_digits')}
          value={draft.valueDigits}
          onChange={valueDigits => change({ valueDigits })}
        />
      </div>
      <RuleExampleText drafts={drafts} index={index} />
    </fieldset>
  )
}

/** The number of a rule, and the buttons that move and remove it. */
function RuleHead({ drafts, index, setDrafts }: Omit<RowProps<RuleDraft>, 'draft'>) {
  const { t } = useTranslation('shop-code')
  const number = index + 1
  const actions = [
    { icon: 'up', label: t('up', { number }), next: movedRule(drafts, index, index - 1) },
    { icon: 'down', label: t('down', { number }), next: movedRule(drafts, index, index + 1) },
    { icon: 'cross', label: t('remove', { number }), next: drafts.filter((_, other) => other !== index) },
  ] as const
  return (
    <div style={{ display: 'flex', alignItems: 'center' }}>
      <h3 style={{ flex: 1, fontSize: '1rem' }}>{t('rule', { number })}</h3>
      {actions.map(({ icon, label, next }) => (
        <button
          key={icon}
          type="button"
          className="row-remove"
          style={{ position: 'static', opacity: next === drafts ? 0.35 : undefined }}
          aria-label={label}
          title={label}
          disabled={next === drafts}
          onClick={() => setDrafts(next)}
        >
          <Icon name={icon} size={18} />
        </button>
      ))}
    </div>
  )
}

/** Returns the price (shillings) or weight (grams) in a barcode as a text with its unit. */
const valueText = ({ kind, value }: ShopCode) =>
  kind === 'price' ? moneyOf(value) : quantityText(value, true)

/**
 * Shows an example of the rule's barcodes and what tills read in it, or that no barcode has this length. An
 * earlier rule may read it instead.
 */
function RuleExampleText({ drafts, index }: Pick<RowProps<RuleDraft>, 'drafts' | 'index'>) {
  const { t } = useTranslation('shop-code')
  const example = exampleOf(drafts, index)
  if (example === undefined) return null
  if (typeof example === 'number')
    return <p className="form-note">{t('wrong_length', { length: example })}</p>
  const { code, read, by } = example
  const words = { code, item: read.item, value: valueText(read), number: by + 1 }
  return (
    <p className="form-note" data-testid="code-example" aria-live="polite">
      {t(by === index ? 'example' : 'example_other', words)}
    </p>
  )
}
