// What is refunded, why, and how the customer gets it. All of it, by the way that Kaunta chooses, needs one
// tap here.

import { Button, TextInput } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApiErrorText } from '../../kit/api-error.ts'
import { moneyOf } from '../../kit/money.ts'
import { ApiFailure, valueOrThrow } from '../../kit/query.ts'
import {
  type CreateRefund,
  fetchRefundOptions,
  type RefundOptions,
  type RefundWay,
} from '../../kit/refund.ts'
import { RefundItems } from '../../kit/refund-items.tsx'
import { SegmentedControl } from '../../kit/segmented-control.tsx'
import { SumInput } from '../../kit/sum-input.tsx'
import { useTillDevice } from '../parts/till-device.ts'
import {
  hasItemsToChoose,
  newRefundDraft,
  type RefundableSale,
  type RefundDraft,
  recipientText,
  refundAmountOf,
  refundModes,
  refundRequestOf,
  wayIn,
} from './refund.model.ts'

const reasons = ['returned', 'broken', 'price', 'twice'] as const

interface RefundFormProps {
  readonly sale: RefundableSale
  readonly onChosen: (request: CreateRefund) => void
  /** The refund is being sent. */
  readonly isBusy: boolean
}

/**
 * Fetches how an amount can be refunded: whole shillings, `whole` for all that is left, or undefined for none
 * yet. While a new amount is fetched, `data` still has the options of the last one.
 */
function useOptions(sale: RefundableSale, amount: ReturnType<typeof refundAmountOf>) {
  const { caller } = useTillDevice()
  const requestedAmount = typeof amount === 'number' ? amount : undefined
  return useQuery({
    queryKey: ['refund-options', sale.reference, requestedAmount],
    queryFn: () => valueOrThrow(fetchRefundOptions(caller, sale.reference, requestedAmount)),
    placeholderData: keepPreviousData,
    enabled: amount !== undefined,
    gcTime: 0,
  })
}

/** Asks how much is refunded, why and by which way. A cash refund at a till needs an open shift. */
export function RefundForm({ sale, onChosen, isBusy }: RefundFormProps) {
  const { t } = useTranslation('till')
  const errorText = useApiErrorText()
  const { till, shift } = useTillDevice()
  const [draft, setDraft] = useState(() => newRefundDraft(sale))
  const [showMissing, setShowMissing] = useState(false)
  const rest = useOptions(sale, 'whole').data
  const amount = refundAmountOf(draft, rest)
  const { data, error, isPlaceholderData } = useOptions(sale, amount)
  const change = (next: Partial<RefundDraft>) => {
    setShowMissing(false)
    setDraft(before => ({ ...before, ...next }))
  }
  const options = error || amount === undefined ? undefined : data
  const way = options && wayIn(draft, options)
  const lacksShift = way === 'cash' && till !== null && !shift
  const missingText = () => {
    if (amount === undefined) return t('refund_missing_amount')
    if (draft.reason.trim() === '') return t('refund_missing_reason')
    return lacksShift ? t('refund_needs_shift') : ''
  }
  const missing = missingText()
  const shownMissing = showMissing || lacksShift ? missing : ''
  const problem = error instanceof ApiFailure ? error.apiError : undefined
  const submit = () => {
    // Placeholder data are the options of another amount.
    if (missing || !options || isPlaceholderData) setShowMissing(true)
    else onChosen(refundRequestOf(draft, options))
  }
  const money = options ? moneyOf(options.amount.value) : ''
  return (
    <fieldset className="refund-form refund-choices" disabled={isBusy}>
      <HowMuch sale={sale} draft={draft} options={data ?? rest} onChange={change} />
      <ReasonChips value={draft.reason} onChange={reason => change({ reason })} />
      {options && way && (
        <Ways options={options} chosen={way} hasDrawer={!till || shift !== null} onChange={change} />
      )}
      <p className="form-error" role="alert">
        {problem ? errorText(problem) : shownMissing}
      </p>
      <Button
        className="refund-confirm"
        size="lg"
        fullWidth
        color="var(--bad)"
        data-testid="refund-confirm"
        disabled={!options || isPlaceholderData}
        loading={isBusy}
        onClick={submit}
      >
        {options ? t(way === 'cash' ? 'refund_go_cash' : 'refund_go', { money }) : t('refund')}
      </Button>
    </fieldset>
  )
}

interface PartProps {
  readonly sale: RefundableSale
  readonly draft: RefundDraft
  readonly options: RefundOptions | undefined
  readonly onChange: (next: Partial<RefundDraft>) => void
}

/** Asks whether all of the sale, some of its items or a sum is refunded. */
function HowMuch({ sale, draft, options, onChange }: PartProps) {
  const { t } = useTranslation('till')
  const modes = refundModes.filter(mode => mode !== 'items' || hasItemsToChoose(sale))
  const { mode } = draft
  return (
    <div className="refund-part">
      <SegmentedControl
        label={t('refund_how_much')}
        value={mode}
        onChange={next => onChange({ mode: next })}
        choices={modes.map(value => ({ value, label: t(`refund_${value}`) }))}
      />
      {options && options.refundable.value < options.paid.value && (
        <p className="refund-left">
          {t('refund_left', { left: moneyOf(options.refundable.value), paid: moneyOf(options.paid.value) })}
        </p>
      )}
      {mode === 'whole' && options && (
        <p className="refund-amount" data-testid="refund-amount">
          {moneyOf(options.refundable.value)}
        </p>
      )}
      {mode === 'items' && options && (
        <RefundItems
          lines={options.line_items}
          returned={draft.returned}
          onChange={returned => onChange({ returned })}
        />
      )}
      {mode === 'sum' && (
        <SumInput
          label={t('refund_sum_label')}
          leftSection="TZS"
          leftSectionWidth={52}
          size="md"
          data-autofocus
          autoFocus
          data-testid="refund-sum"
          value={draft.sum}
          onChange={({ currentTarget: { value } }) => onChange({ sum: value })}
        />
      )}
    </div>
  )
}

/** The longest reason that the API takes, in characters. */
const reasonMax = 200

interface ReasonChipsProps {
  readonly value: string
  readonly onChange: (reason: string) => void
}

/** Offers usual reasons, and a field for another one. */
function ReasonChips({ value, onChange }: ReasonChipsProps) {
  const { t } = useTranslation('till')
  const [isOther, setOther] = useState(false)
  const choose = (reason: string) => {
    setOther(false)
    onChange(reason)
  }
  const chooseOther = () => {
    setOther(true)
    onChange('')
  }
  return (
    <fieldset className="refund-part refund-choices">
      <legend>{t('refund_reason')}</legend>
      <div className="reasons">
        {reasons.map(name => {
          const reason = t(`refund_reason_${name}`)
          return (
            <button
              key={name}
              type="button"
              className="reason"
              aria-pressed={!isOther && value === reason}
              data-testid="refund-reason"
              onClick={() => choose(reason)}
            >
              {reason}
            </button>
          )
        })}
        <button
          type="button"
          className="reason"
          aria-pressed={isOther}
          data-testid="refund-reason-other"
          onClick={chooseOther}
        >
          {t('refund_reason_other')}
        </button>
      </div>
      {isOther && (
        <TextInput
          aria-label={t('refund_reason')}
          size="md"
          maxLength={reasonMax}
          autoComplete="off"
          autoFocus
          data-testid="refund-reason-text"
          value={value}
          onChange={event => onChange(event.currentTarget.value)}
        />
      )}
    </fieldset>
  )
}

interface WaysProps {
  readonly options: RefundOptions
  readonly chosen: RefundWay
  readonly hasDrawer: boolean
  readonly onChange: (next: Partial<RefundDraft>) => void
}

/** Offers the ways in which the amount can be refunded, each with its recipient and its cost. */
function Ways({ options, chosen, hasDrawer, onChange }: WaysProps) {
  const { t } = useTranslation('till')
  const recipient = recipientText(options.recipient)
  const detailsOf = (way: RefundWay, fee: number) => {
    const cost = fee === 0 ? t('refund_free') : t('refund_fee', { fee: moneyOf(fee) })
    if (way === 'cash') return hasDrawer ? cost : t('refund_no_shift')
    return [recipient || (way === 'payout' ? t('refund_number_next') : ''), cost].filter(Boolean).join(' · ')
  }
  return (
    <fieldset className="refund-part refund-choices">
      <legend>{t('refund_way')}</legend>
      {options.ways.map(({ way, fee }) => (
        <label key={way} className="refund-way" data-testid={`refund-way-${way}`}>
          <input type="radio" name="refund-way" checked={way === chosen} onChange={() => onChange({ way })} />
          <span className="refund-way-name">{t(`refund_way_${way}`)}</span>
          <span className="refund-way-about">{detailsOf(way, fee.value)}</span>
        </label>
      ))}
    </fieldset>
  )
}
