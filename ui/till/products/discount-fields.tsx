// The fields of a discount: shillings or percent, and its reason.
import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type ReductionFault, reductionPercentFree } from '../../../src/domain/reduction.ts'
import { SegmentedControl } from '../../kit/segmented-control.tsx'
import { type DiscountText, readDiscount } from './discount.model.ts'

interface DiscountFieldsProps {
  readonly label: string
  readonly value: DiscountText
  readonly onChange: (value: DiscountText) => void
  readonly reason: string
  readonly onReason: (reason: string) => void
  /** The price is below the list price, which may need a reason as well. */
  readonly isReduced?: boolean
  /** Why the discount could not be saved. */
  readonly fault: ReductionFault | undefined
  readonly autoFocus?: boolean
}

/** The longest reason that the API takes, in characters. */
const reasonMax = 200

/** Asks for a discount, and for its reason once there is one. */
export function DiscountFields({
  label,
  value,
  onChange,
  reason,
  onReason,
  isReduced = false,
  fault,
  autoFocus = false,
}: DiscountFieldsProps) {
  const { t } = useTranslation('till')
  const isWrong = readDiscount(value) === 'wrong'
  const percent = reductionPercentFree
  return (
    <div className="discount">
      <p className="choice-label">{label}</p>
      <div className="discount-fields">
        <SegmentedControl
          label={label}
          value={value.kind}
          onChange={kind => onChange({ ...value, kind })}
          choices={[
            { value: 'percent', label: '%' },
            { value: 'sum', label: 'TZS' },
          ]}
        />
        <TextInput
          aria-label={t(value.kind === 'percent' ? 'discount_percent' : 'discount_amount')}
          size="md"
          inputMode="numeric"
          autoComplete="off"
          placeholder={t('discount_none')}
          data-autofocus={autoFocus || undefined}
          data-testid="discount"
          value={value.text}
          error={isWrong && t(value.kind === 'percent' ? 'discount_percent_wrong' : 'discount_sum_wrong')}
          onChange={event => onChange({ ...value, text: event.currentTarget.value })}
        />
      </div>
      {(isReduced || value.text !== '' || reason !== '') && (
        <TextInput
          label={t('discount_reason')}
          description={t('discount_reason_hint', { percent })}
          size="md"
          maxLength={reasonMax}
          autoComplete="off"
          data-testid="discount-reason"
          value={reason}
          onChange={event => onReason(event.currentTarget.value)}
        />
      )}
      <p className="form-error" role="alert" data-testid="discount-error">
        {fault && t(fault, { percent })}
      </p>
    </div>
  )
}
