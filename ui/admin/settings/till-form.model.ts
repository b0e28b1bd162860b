// The form of what is set for all tills of a shop.
import { amountMax } from '../../../src/domain/payment-limit.ts'
import {
  approvalFault,
  approvalIn,
  approvalText,
  type SettingFault,
  type SettingModel,
  type Settings,
  sumIn,
} from './setting.model.ts'

/** The fields of the amounts that cashiers enter at one tap. */
export const quickFields = [
  'quick_amounts.0',
  'quick_amounts.1',
  'quick_amounts.2',
  'quick_amounts.3',
] as const
type QuickField = (typeof quickFields)[number]
export type TillTexts = Readonly<
  Record<QuickField | 'pin_length' | 'cash_refund_approval_above' | 'blind_count', string>
>

/** Returns the quick amounts that are filled in, in whole shillings. */
const amountsIn = (values: TillTexts): number[] =>
  quickFields
    .map(field => values[field])
    .filter(text => text.trim() !== '')
    .map(sumIn)

/** Whether a text is a quick amount, or empty. */
const isQuickAmount = (text: string) => {
  const amount = sumIn(text)
  return text.trim() === '' || (amount >= 1 && amount <= amountMax)
}

/** The form of the page Tills. */
export const tillForm = {
  read: ({
    quick_amounts: amounts,
    pin_length,
    cash_refund_approval_above,
    blind_count,
  }: Settings): TillTexts => ({
    ...(Object.fromEntries(
      quickFields.map((field, index) => [field, amounts[index]?.toLocaleString('en-US') ?? '']),
    ) as Record<QuickField, string>),
    pin_length: String(pin_length),
    cash_refund_approval_above: approvalText(cash_refund_approval_above),
    blind_count: blind_count ? 'on' : 'off',
  }),
  faults: values => {
    const faults: Partial<Record<keyof TillTexts, SettingFault>> = {}
    for (const field of quickFields) if (!isQuickAmount(values[field])) faults[field] = 'quick_wrong'
    if (amountsIn(values).length === 0) faults[quickFields[0]] = 'field_empty'
    if (!/^[4-8]$/.test(values.pin_length.trim())) faults.pin_length = 'pin_length_wrong'
    const above = approvalFault(values.cash_refund_approval_above)
    if (above) faults.cash_refund_approval_above = above
    return faults
  },
  patch: (values, before) => ({
    ...(quickFields.every(field => values[field] === before[field])
      ? {}
      : { quick_amounts: amountsIn(values) }),
    ...(values.pin_length === before.pin_length ? {} : { pin_length: Number(values.pin_length) }),
    ...(values.cash_refund_approval_above === before.cash_refund_approval_above
      ? {}
      : { cash_refund_approval_above: approvalIn(values.cash_refund_approval_above) }),
    ...(values.blind_count === before.blind_count ? {} : { blind_count: values.blind_count === 'on' }),
  }),
} satisfies SettingModel<TillTexts, object>
