// What became of a refund, watched until it ends; the customer's number where it is missing; and the receipt.
import { Button, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readPhone } from '../../../src/domain/phone.ts'
import type { ApiError } from '../../kit/api.ts'
import { useApiErrorText } from '../../kit/api-error.ts'
import { Icon, type IconName } from '../../kit/icon.tsx'
import { digitsOf, moneyOf } from '../../kit/money.ts'
import { valueOrThrow } from '../../kit/query.ts'
import { fetchRefund, nameRefundRecipient, type Refund } from '../../kit/refund.ts'
import { dateTimeOf } from '../../kit/time.ts'
import { useTillDevice } from '../parts/till-device.ts'
import { printInBrowser } from '../print/paper.tsx'
import { type RefundLook, recipientText, refundLookOf } from './refund.model.ts'

const icons: Readonly<Record<RefundLook, IconName>> = {
  completed: 'check',
  failed: 'cross',
  processing: 'clock',
  insufficient_balance: 'clock',
  approval: 'person',
  recipient_needed: 'phone',
  unknown: 'question',
}

const checkMs = 2_000

/** The refund as the server has it, asked for while it is open. */
function useRefund(first: Refund): Refund {
  const { caller } = useTillDevice()
  const { data } = useQuery({
    queryKey: ['refund', first.id],
    queryFn: () => valueOrThrow(fetchRefund(caller, first.id)),
    initialData: first,
    initialDataUpdatedAt: 0,
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? checkMs : false),
  })
  return data
}

interface RefundResultProps {
  readonly refund: Refund
  readonly onDone: () => void
}

export function RefundResult({ refund: first, onDone }: RefundResultProps) {
  const { t } = useTranslation('till')
  const refund = useRefund(first)
  const device = useTillDevice()
  const look = refundLookOf(refund)
  const isCash = refund.way === 'cash' && look === 'completed'
  const print = () => printInBrowser({ kind: 'refund', content: <RefundPaper refund={refund} />, device })
  return (
    <div className="refund-result" data-testid="refund-result" data-look={look}>
      <div className="refund-outcome" role="status">
        <span className="refund-icon" data-look={look}>
          <Icon name={icons[look]} size={32} />
        </span>
        <p className="refund-state">{t(`refund_state_${look}`)}</p>
        <p className="refund-amount">{moneyOf(refund.amount.value)}</p>
        <p className="sheet-text">{t(isCash ? 'refund_text_cash' : `refund_text_${look}`)}</p>
      </div>
      {look === 'recipient_needed' ? <NumberForm refund={refund} /> : <FactList refund={refund} />}
      <div className="refund-buttons">
        {look !== 'failed' && (
          <Button
            variant="default"
            size="lg"
            px="xs"
            leftSection={<Icon name="print" size={20} />}
            data-testid="refund-print"
            onClick={print}
          >
            {t('refund_print')}
          </Button>
        )}
        <Button size="lg" data-testid="refund-done" onClick={onDone}>
          {t('refund_done')}
        </Button>
      </div>
    </div>
  )
}

type Facts = readonly (readonly [name: string, value: string])[]

/** What the customer may read of it, too. */
function useFacts({ recipient, reason, id, way, created_at, metadata }: Refund): Facts {
  const { t } = useTranslation('till')
  const { account } = useTillDevice()
  const items = typeof metadata.items === 'string' ? metadata.items : ''
  return [
    [t('refund_by'), t(`refund_way_${way}`)],
    [t('refund_to'), recipientText(recipient)],
    [t('items'), items],
    [t('refund_reason'), reason],
    [t('paid_at'), dateTimeOf(created_at, account.time_zone)],
    [t('paper_reference'), id],
  ]
}

/** On the screen with what it costs the shop. */
function FactList({ refund }: { readonly refund: Refund }) {
  const { t } = useTranslation('till')
  const { fees, status } = refund
  const cost = fees.value > 0 && status !== 'failed' ? moneyOf(fees.value) : ''
  const facts: Facts = [...useFacts(refund), [t('paper_fees'), cost]]
  return (
    <dl className="refund-facts">
      {facts.map(([name, value]) =>
        value === '' ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  )
}

function NumberForm({ refund: { id, amount } }: { readonly refund: Refund }) {
  const { t } = useTranslation('till')
  const { caller } = useTillDevice()
  const queries = useQueryClient()
  const errorText = useApiErrorText()
  const [digits, setDigits] = useState('')
  const [isWrong, setWrong] = useState(false)
  const [busy, setBusy] = useState(false)
  const [apiError, setApiError] = useState<ApiError>()
  async function submit(event: FormEvent) {
    event.preventDefault()
    const phone = readPhone(digits)
    setWrong(!phone)
    if (!phone || busy) return
    setBusy(true)
    const answer = await nameRefundRecipient(caller, id, phone.e164)
    setBusy(false)
    setApiError(answer.ok ? undefined : answer.apiError)
    if (answer.ok) queries.setQueryData(['refund', id], answer.value)
    void queries.invalidateQueries({ queryKey: ['refunds'] })
  }
  return (
    <form className="refund-form" onSubmit={submit} noValidate>
      <TextInput
        label={t('refund_number')}
        placeholder="07"
        size="md"
        inputMode="tel"
        autoComplete="off"
        maxLength={20}
        data-testid="refund-number"
        value={digits}
        error={isWrong && t('refund_number_wrong')}
        onChange={event => {
          setWrong(false)
          setDigits(event.currentTarget.value)
        }}
      />
      <p className="form-error" role="alert">
        {apiError && errorText(apiError)}
      </p>
      <Button type="submit" size="lg" fullWidth loading={busy} data-testid="refund-number-send">
        {t('refund_number_go', { money: moneyOf(amount.value) })}
      </Button>
    </form>
  )
}

/** For the customer: what was, or is being, given back. */
function RefundPaper({ refund }: { readonly refund: Refund }) {
  const { t } = useTranslation('till')
  const look = refundLookOf(refund)
  const facts: Facts = [...useFacts(refund), [t('refund_of'), refund.payment_reference]]
  return (
    <>
      <p className="paper-title">{t('refund_receipt')}</p>
      <p className="paper-sum">
        <span>TZS</span> {digitsOf(refund.amount.value)}
      </p>
      <p className="paper-state">{t(`refund_state_${look}`)}</p>
      <dl className="paper-facts">
        {facts.map(([name, value]) =>
          value === '' ? null : (
            <div key={name} data-long={value.length > 14 || undefined}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
      </dl>
      {refund.way === 'cash' && <p className="paper-sign">{t('refund_sign')}</p>}
    </>
  )
}
