// The section of fees: percent and fixed amount per method, with an example that follows the typing.
import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { moneyOf } from '../../kit/money.ts'
import { SumInput } from '../../kit/sum-input.tsx'
import { exampleAmount, exampleOf } from './fee-example.model.ts'
import { type FeeTexts, feeIn, type Method, methods } from './setting.model.ts'
import { type Editing, SettingSection, settingField } from './setting-editing.tsx'
import type { FieldsProps } from './setting-fields.tsx'

/** The text key of each method's name. */
const names = {
  'dynamic-qr': 'fee_qr',
  mobile: 'fee_mobile',
  card: 'fee_card',
  payout: 'fee_payout',
} as const

/** Draws a row of fields for each method. */
export function FeeFields({ editing, isLocked }: FieldsProps<FeeTexts>) {
  const { t } = useTranslation('settings')
  return (
    <SettingSection title={t('fees')} text={t('fees_text')}>
      <div className="fee-rows">
        <div className="fee-row fee-heads" aria-hidden="true">
          <span />
          <span>{t('fee_percent')}</span>
          <span>{t('fee_fixed')}</span>
          <span>{t('fee_example')}</span>
        </div>
        {methods.map(method => (
          <FeeRow key={method} method={method} editing={editing} isLocked={isLocked} />
        ))}
      </div>
    </SettingSection>
  )
}

interface FeeRowProps {
  readonly method: Method
  readonly editing: Editing<FeeTexts>
  readonly isLocked: boolean
}

/** Draws the percent and the fixed amount of one method, with an example of what they cost. */
function FeeRow({ method, editing, isLocked }: FeeRowProps) {
  const { t } = useTranslation('settings')
  const name = t(names[method])
  const fee = feeIn(editing.values, method)
  const example = fee && exampleOf(method, fee)
  return (
    <fieldset className="fee-row">
      <legend className="visually-hidden">{name}</legend>
      <strong aria-hidden="true">{name}</strong>
      <TextInput
        {...settingField(editing, `${method}.basis_points`, isLocked)}
        aria-label={t('fee_percent_of', { method: name })}
        inputMode="decimal"
        autoComplete="off"
        rightSection={<span className="unit">%</span>}
      />
      <SumInput
        {...settingField(editing, `${method}.fixed`, isLocked)}
        aria-label={t('fee_fixed_of', { method: name })}
        leftSection={<span className="unit">TZS</span>}
        leftSectionWidth={48}
      />
      <p className="fee-example" data-testid={`example-${method}`}>
        {example &&
          t(method === 'payout' ? 'fee_example_out' : 'fee_example_in', {
            gross: moneyOf(exampleAmount),
            net: moneyOf(example.net),
            fee: moneyOf(example.fee),
          })}
      </p>
    </fieldset>
  )
}
