// Refunding a payment, and the refunds that it has. The dialog shows the way and its cost before anything is sent; the
// same key goes with each try, so that one whose answer was lost is never refunded twice.
import { Button, Radio, TextInput } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readPhone } from '../../../src/domain/phone.ts'
import { readShillings } from '../../../src/domain/shillings.ts'
import { staffCaller } from '../../kit/caller.ts'
import { Icon } from '../../kit/icon.tsx'
import { newIdempotencyKey } from '../../kit/idempotency-key.ts'
import { addTexts } from '../../kit/language.ts'
import { moneyOf } from '../../kit/money.ts'
import type { Payment } from '../../kit/payment.ts'
import { ApiFailure, valueOrThrow } from '../../kit/query.ts'
import {
  type CreateRefund,
  createRefund,
  fetchRefundOptions,
  fetchRefundsOf,
  type Refund,
  type RefundOptions,
  type RefundWay,
} from '../../kit/refund.ts'
import { SumInput } from '../../kit/sum-input.tsx'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { useAccount, useMay } from '../parts/current-account.tsx'
import { Card } from '../parts/facts.tsx'
import { Money, StateChip, Timestamp } from '../parts/figure.tsx'
import { useAction } from '../parts/queries.ts'
import { ReasonDialog } from '../parts/reason-dialog.tsx'
import { useReauthentication } from '../parts/reauthentication.tsx'
import { refunds } from './refund.text.ts'

addTexts('refunds', refunds)

export function RefundButton({ payment }: { readonly payment: Payment }) {
  const { t } = useTranslation('refunds')
  const [open, setOpen] = useState(false)
  const mayRefund = useMay('refund')
  const isLeft = payment.refunded.value < payment.amount.value
  if (!mayRefund || payment.status !== 'completed' || !isLeft) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon name="again" size={18} />}
        data-testid="refund"
        onClick={() => setOpen(true)}
      >
        {t('title')}
      </Button>
      {open && <RefundDialog reference={payment.reference} onClose={() => setOpen(false)} />}
    </>
  )
}

/** @param amount whole shillings; undefined for all that is left */
function useOptions(reference: string, amount: number | undefined) {
  const { id } = useAccount()
  return useQuery({
    queryKey: [id, 'refund-options', reference, amount],
    queryFn: () => valueOrThrow(fetchRefundOptions(staffCaller(id), reference, amount)),
    placeholderData: keepPreviousData,
  })
}

interface RefundDialogProps {
  readonly reference: string
  readonly onClose: () => void
}

function RefundDialog({ reference, onClose }: RefundDialogProps) {
  const { t } = useTranslation('refunds')
  const [key] = useState(newIdempotencyKey)
  const [sum, setSum] = useState('')
  const [asked, setAsked] = useState<RefundWay>()
  const [phone, setPhone] = useState('')
  const amount = readShillings(sum)
  const isReadable = sum.trim() === '' || (amount ?? 0) > 0
  const { data: options, error, isPlaceholderData } = useOptions(reference, amount || undefined)
  const refund = useReauthentication(
    useAction((order: CreateRefund, { headers }) =>
      createRefund(staffCaller(headers['kaunta-account']), key, reference, order),
    ),
    'money',
  )
  const way = options?.ways.find(one => one.way === asked)?.way ?? options?.way
  const needsPhone = way === 'payout' && options?.recipient === null
  const to = readPhone(phone)?.e164
  const isComplete =
    options !== undefined && !isPlaceholderData && !error && isReadable && (!needsPhone || to !== undefined)
  const send = (reason: string) => {
    if (!options || !way) return
    const recipient = needsPhone && to ? { recipient: { phone: to } } : {}
    refund.run({ amount: options.amount.value, way, reason, ...recipient }, onClose)
  }
  return (
    <ReasonDialog
      title={t('title')}
      confirm={options ? t('go', { money: moneyOf(options.amount.value) }) : t('go_all')}
      onClose={onClose}
      onConfirm={send}
      action={refund}
      danger
      reason={{ label: t('reason'), hint: t('reason_hint'), missing: t('reason_empty'), lengthMax: 200 }}
      isComplete={isComplete}
      below={refund.field}
    >
      {tried => (
        <>
          {options && <p>{t('text', { left: moneyOf(options.refundable.value) })}</p>}
          <SumInput
            label={t('amount')}
            size="md"
            name="amount"
            value={sum}
            error={tried && !isReadable && t('amount_wrong')}
            onChange={({ currentTarget: { value } }) => setSum(value)}
          />
          {error instanceof ApiFailure && <ApiErrorNote apiError={error.apiError} />}
          {options && way && <Ways options={options} chosen={way} onChoose={setAsked} />}
          {needsPhone && <Phone value={phone} isWrong={tried && to === undefined} onChange={setPhone} />}
          {options?.approval_needed && way !== 'cash' && <p>{t('approval')}</p>}
        </>
      )}
    </ReasonDialog>
  )
}

interface PhoneProps {
  readonly value: string
  readonly isWrong: boolean
  readonly onChange: (phone: string) => void
}

function Phone({ value, isWrong, onChange }: PhoneProps) {
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

function Ways({ options, chosen, onChoose }: WaysProps) {
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

const chips = {
  completed: { tone: 'good', icon: 'check' },
  failed: { tone: 'bad', icon: 'cross' },
  processing: { tone: 'open', icon: 'clock' },
  insufficient_balance: { tone: 'warning', icon: 'clock' },
  approval: { tone: 'warning', icon: 'person' },
  recipient_needed: { tone: 'warning', icon: 'phone' },
  unknown: { tone: 'warning', icon: 'question' },
} as const

const lookOf = ({ status, pending_reason }: Refund) =>
  status === 'pending' ? (pending_reason ?? 'processing') : status

/** Everything that was, or is being, given back. */
export function RefundCard({ reference }: { readonly reference: string }) {
  const { t } = useTranslation('refunds')
  const { id } = useAccount()
  const { data = [] } = useQuery({
    queryKey: [id, 'refunds', reference],
    queryFn: () => valueOrThrow(fetchRefundsOf(staffCaller(id), reference)),
  })
  if (data.length === 0) return null
  return (
    <Card title={t('list')}>
      <ul className="stack refund-list" data-testid="refunds">
        {data.map(refund => (
          <li key={refund.id} className="payment-line">
            <Money amount={refund.amount.value} />
            <StateChip {...chips[lookOf(refund)]} text={t(`state_${lookOf(refund)}`)} />
            <span>{t(`way_${refund.way}`)}</span>
            <span>{refund.reason}</span>
            <Timestamp at={refund.created_at} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
