// Refunding a payment, a cash sale or unmatched money. The dialog shows the way and its cost before anything
// is sent. Each try sends one key, also after the dialog was closed and opened again, until the server has
// answered: a refund whose answer was lost is never made twice.
import { Button, Radio, TextInput } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayBeDone } from '../../kit/api-error.model.ts'
import { staffCaller } from '../../kit/caller.ts'
import { newIdempotencyKey } from '../../kit/idempotency-key.ts'
import { addTexts } from '../../kit/language.ts'
import { moneyOf } from '../../kit/money.ts'
import { ApiFailure, valueOrThrow } from '../../kit/query.ts'
import {
  type CreateRefund,
  createRefund,
  fetchRefundOptions,
  type RefundOptions,
  type RefundWay,
} from '../../kit/refund.ts'
import { RefundItems } from '../../kit/refund-items.tsx'
import { SumInput } from '../../kit/sum-input.tsx'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { useAccount, useMay } from '../parts/current-account.tsx'
import { Icon } from '../parts/icon.tsx'
import { useAction } from '../parts/queries.ts'
import { ReasonDialog } from '../parts/reason-dialog.tsx'
import { useReauthentication } from '../parts/reauthentication.tsx'
import { refunds } from './refund.text.ts'
import { DrawerChoice } from './refund-drawer.tsx'
import {
  amountOf,
  emptyRefund,
  hasItemsToChoose,
  needsPhone,
  type RefundForm,
  refundFaults,
  refundOrder,
  returnedQuantities,
  wayOf,
} from './refund-form.model.ts'

addTexts('refunds', refunds)

/** What is refunded. */
interface Refunded {
  /** The reference of the payment, or the id of the cash sale. */
  readonly reference: string
  /** Unmatched money of the payment, instead of what paid for it. */
  readonly unmatchedId?: string
  /** The till that sold it, whose drawer cash most likely comes from. */
  readonly tillId?: string
}

interface RequestKey {
  /** The idempotency key of a refund. */
  readonly key: string
  /** Whether the server has given its final answer to this key. The next dialog then takes a new key. */
  isSettled: boolean
}

interface RefundButtonProps extends Refunded {
  /** Whole shillings, where the button has to name the money. */
  readonly amount?: number
  /** In a row of a list. */
  readonly isSmall?: boolean
}

/**
 * Draws the button that opens the refund dialog, for people with the right to refund. Holds the idempotency
 * key, so that a reopened dialog repeats an unanswered request under the same key.
 */
export function RefundButton({ amount, isSmall = false, ...refunded }: RefundButtonProps) {
  const { t } = useTranslation('refunds')
  const [open, setOpen] = useState(false)
  const requestKey = useRef<RequestKey>({ key: '', isSettled: true })
  const openDialog = () => {
    if (requestKey.current.isSettled) requestKey.current = { key: newIdempotencyKey(), isSettled: false }
    setOpen(true)
  }
  if (!useMay('refund')) return null
  return (
    <>
      <Button
        variant="default"
        size={isSmall ? 'compact-sm' : 'sm'}
        leftSection={<Icon name="again" size={isSmall ? 16 : 18} />}
        data-testid={refunded.unmatchedId === undefined ? 'refund' : 'refund-unmatched'}
        onClick={openDialog}
      >
        {amount === undefined ? t('title') : t('go', { money: moneyOf(amount) })}
      </Button>
      {open && <RefundDialog {...refunded} requestKey={requestKey} onClose={() => setOpen(false)} />}
    </>
  )
}

/**
 * Reads the ways in which an amount can be refunded, with their fees. `amount` is in whole shillings;
 * undefined for all that is left.
 */
function useRefundOptions({ reference, unmatchedId }: Refunded, amount: number | undefined) {
  const { id } = useAccount()
  return useQuery({
    queryKey: [id, 'refund-options', reference, unmatchedId, amount],
    queryFn: () => valueOrThrow(fetchRefundOptions(staffCaller(id), reference, amount, unmatchedId)),
    placeholderData: keepPreviousData,
  })
}

interface RefundDialogProps extends Refunded {
  readonly requestKey: RefObject<RequestKey>
  readonly onClose: () => void
}

/**
 * Asks how much, in which way and why, and sends the refund, after the password if the server asks for it.
 */
function RefundDialog({ requestKey, onClose, ...refunded }: RefundDialogProps) {
  const { reference, unmatchedId, tillId } = refunded
  const { t } = useTranslation('refunds')
  const [form, setForm] = useState(emptyRefund)
  const change = (changes: Partial<RefundForm>) => setForm(before => ({ ...before, ...changes }))
  const setPhone = (phone: string) => change({ phone })
  const fullRefund = useRefundOptions(refunded, undefined).data
  const { data: options, error, isPlaceholderData } = useRefundOptions(refunded, amountOf(form, fullRefund))
  const refund = useReauthentication(
    useAction(async (order: CreateRefund, { headers }) => {
      const { current } = requestKey
      current.isSettled = false
      const answer = await createRefund(staffCaller(headers['kaunta-account']), current.key, reference, order)
      // A refund that the server may still create keeps its key.
      current.isSettled = answer.ok || !mayBeDone(answer.apiError)
      return answer
    }),
    'money',
  )
  const way = wayOf(form, options)
  const faults = refundFaults(form, options)
  const isComplete = options && !isPlaceholderData && !error && !Object.values(faults).some(Boolean)
  return (
    <ReasonDialog
      title={t('title')}
      confirm={options ? t('go', { money: moneyOf(options.amount.value) }) : t('go_all')}
      onClose={onClose}
      onConfirm={reason =>
        options && refund.run(refundOrder(form, options, { reason, unmatchedId }), onClose)
      }
      action={refund}
      isDanger
      reason={{ label: t('reason'), hint: t('reason_hint'), missing: t('reason_empty'), lengthMax: 200 }}
      isComplete={isComplete === true}
      below={refund.passwordField}
    >
      {wasSubmitted => (
        <>
          {options && <p>{t('text', { left: moneyOf(options.refundable.value) })}</p>}
          <HowMuch
            form={form}
            leftOfSale={refunded.unmatchedId === undefined ? fullRefund : undefined}
            isWrong={wasSubmitted && faults.sum}
            onChange={change}
          />
          {error instanceof ApiFailure && <ApiErrorNote apiError={error.apiError} />}
          {options && way && <WayChoice options={options} chosen={way} onChoose={way => change({ way })} />}
          {way === 'cash' && (
            <DrawerChoice tillId={tillId} chosen={form.drawer} onChoose={drawer => change({ drawer })} />
          )}
          {needsPhone(form, options) && (
            <PhoneField value={form.phone} isWrong={wasSubmitted && faults.phone} onChange={setPhone} />
          )}
          {options?.approval_needed && way !== 'cash' && <p>{t('approval')}</p>}
        </>
      )}
    </ReasonDialog>
  )
}

interface HowMuchProps {
  readonly form: RefundForm
  /** What is left of the sale; undefined until that is known, and for unmatched money. */
  readonly leftOfSale: RefundOptions | undefined
  readonly isWrong: boolean
  readonly onChange: (changes: Partial<RefundForm>) => void
}

/** Draws the items of the sale to choose from and, while no item is chosen, a field for an amount. */
function HowMuch({ form, leftOfSale, isWrong, onChange }: HowMuchProps) {
  const { t } = useTranslation('refunds')
  const returned = leftOfSale ? returnedQuantities(form, leftOfSale) : []
  return (
    <>
      {leftOfSale && hasItemsToChoose(leftOfSale) && (
        <section aria-label={t('items')}>
          <strong className="refund-items-title">{t('items')}</strong>
          <RefundItems
            lines={leftOfSale.line_items}
            returned={returned}
            onChange={returned => onChange({ returned })}
          />
        </section>
      )}
      {!returned.some(Boolean) && (
        <SumInput
          label={t('amount')}
          description={t('amount_hint')}
          size="md"
          name="amount"
          value={form.sum}
          error={isWrong && t('amount_wrong')}
          onChange={({ currentTarget: { value: sum } }) => onChange({ sum })}
        />
      )}
    </>
  )
}

interface PhoneProps {
  readonly value: string
  readonly isWrong: boolean
  readonly onChange: (phone: string) => void
}

/** The field for the number of a customer whose wallet is unknown. */
function PhoneField({ value, isWrong, onChange }: PhoneProps) {
  const { t } = useTranslation('refunds')
  return (
    <TextInput
      type="tel"
      label={t('phone')}
      description={t('phone_hint')}
      autoComplete="off"
      size="md"
      value={value}
      error={isWrong && t('phone_wrong')}
      onChange={event => onChange(event.currentTarget.value)}
    />
  )
}

interface WaysProps {
  readonly options: RefundOptions
  readonly chosen: RefundWay
  readonly onChoose: (way: RefundWay) => void
}

/** The choice of a way, each with its fee and recipient. */
function WayChoice({ options, chosen, onChoose }: WaysProps) {
  const { t } = useTranslation('refunds')
  return (
    <Radio.Group label={t('way')} value={chosen} onChange={way => onChoose(way as RefundWay)}>
      <div className="stack">
        {options.ways.map(({ way, fee }) => (
          <Radio
            key={way}
            value={way}
            label={t(`way_${way}`)}
            description={[
              way === 'cash' ? '' : (options.recipient?.name ?? ''),
              fee.value === 0 ? t('free') : t('fee', { fee: moneyOf(fee.value) }),
            ]
              .filter(Boolean)
              .join(' · ')}
          />
        ))}
      </div>
    </Radio.Group>
  )
}
