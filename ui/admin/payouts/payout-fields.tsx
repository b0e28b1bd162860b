// The fields of a new payout: where it goes, to whom, and how much.
import { NativeSelect, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { banks } from '../../../src/domain/bank.ts'
import { amountMax } from '../../../src/domain/payment-limit.ts'
import { payoutMin } from '../../../src/domain/payout.ts'
import { moneyOf } from '../../kit/money.ts'
import { SegmentedControl } from '../../kit/segmented-control.tsx'
import { SumInput } from '../../kit/sum-input.tsx'
import type { PayoutDraft, PayoutFault, PayoutField } from './payout.model.ts'

interface PayoutFieldsProps {
  readonly form: PayoutDraft
  /** What is wrong, by field; empty until the form is sent. */
  readonly faults: Partial<Record<PayoutField, PayoutFault>>
  /** Whole shillings; undefined until they are loaded. */
  readonly available: number | undefined
  readonly onChange: (change: Partial<PayoutDraft>) => void
}

/** Draws the fields for a wallet or a bank account, the recipient's name, the amount and a narration. */
export function PayoutFields(props: PayoutFieldsProps) {
  const { t } = useTranslation('payouts')
  const { form, available, onChange } = props
  const fieldOf = useFieldOf(props)
  return (
    <>
      <SegmentedControl
        label={t('channel')}
        value={form.channel}
        onChange={channel => onChange({ channel: channel === 'bank' ? 'bank' : 'mobile' })}
        choices={[
          { value: 'mobile', label: t('channel_mobile') },
          { value: 'bank', label: t('channel_bank') },
        ]}
      />
      {form.channel === 'mobile' ? (
        <TextInput
          {...fieldOf('phone')}
          type="tel"
          label={t('phone')}
          description={t('phone_hint')}
          autoComplete="off"
        />
      ) : (
        <BankFields {...props} />
      )}
      <TextInput
        {...fieldOf('name')}
        label={t('name')}
        description={t('name_hint')}
        maxLength={200}
        autoComplete="off"
      />
      <SumInput
        {...fieldOf('amount')}
        label={t('amount')}
        description={
          available !== undefined && t('amount_hint', { money: moneyOf(available), min: moneyOf(payoutMin) })
        }
      />
      <TextInput {...fieldOf('narration')} label={t('narration')} maxLength={200} autoComplete="off" />
    </>
  )
}

/** The fields of a payout to a bank account. */
function BankFields(props: PayoutFieldsProps) {
  const { t } = useTranslation('payouts')
  const fieldOf = useFieldOf(props)
  return (
    <>
      <NativeSelect
        {...fieldOf('bank')}
        label={t('bank')}
        data={[
          { value: '', label: t('bank_choose') },
          ...[...banks].map(bank => ({ value: bank, label: bank })),
        ]}
      />
      <TextInput {...fieldOf('account')} label={t('account')} maxLength={34} autoComplete="off" />
    </>
  )
}

/**
 * Returns a function that gives the shared properties of a field: its value, its error and its change
 * handler.
 */
function useFieldOf({ form, faults, onChange }: PayoutFieldsProps) {
  const { t } = useTranslation('payouts')
  return (name: Exclude<PayoutField, 'channel'>) => {
    const fault = faults[name]
    return {
      name,
      size: 'md' as const,
      value: form[name],
      error: fault && t(fault, { money: moneyOf(fault === 'amount_small' ? payoutMin : amountMax) }),
      onChange: (event: { currentTarget: { value: string } }) =>
        onChange({ [name]: event.currentTarget.value }),
    }
  }
}
