// The form of a payout. It shows the fee before it asks, says what will happen, and can be pressed twice
// without paying twice.
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { banks } from '../../../src/domain/bank.ts'
import { amountMax } from '../../../src/domain/payment.ts'
import { payoutMin } from '../../../src/domain/payout.ts'
import { api, resultOf } from '../../kit/api.ts'
import { newIdempotencyKey } from '../../kit/idempotency-key.ts'
import { addTexts } from '../../kit/language.ts'
import { moneyOf } from '../../kit/money.ts'
import { SegmentedControl } from '../../kit/segmented-control.tsx'
import { phoneOf } from '../../kit/time.ts'
import { useMay } from '../app/current-account.tsx'
import { NotAllowed } from '../app/not-found.tsx'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { Card } from '../parts/facts.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { useAction, useRead } from '../parts/queries.ts'
import { useReauthentication } from '../parts/reauthentication.tsx'
import { useBalance } from './balance.tsx'
import {
  emptyPayout,
  type Payout,
  type PayoutField,
  type PayoutForm,
  payableAmount,
  payoutBody,
  payoutFaults,
} from './payout.model.ts'
import { PayoutSums } from './payout-sums.tsx'
import { payouts } from './payouts.text.ts'

addTexts('payouts', payouts)

export function PayoutNew() {
  const mayPay = useMay('pay_out')
  return mayPay ? <Form /> : <NotAllowed />
}

function Form() {
  const { t } = useTranslation('payouts')
  const [form, setForm] = useState<PayoutForm>(emptyPayout)
  const [tried, setTried] = useState(false)
  const [asking, setAsking] = useState(false)
  const element = useRef<HTMLFormElement>(null)
  const { sums } = useBalance()
  const faults = payoutFaults(form)
  const payable = payableAmount(form.amount)
  const fee = useFee(payable)
  const isTooMuch = sums !== undefined && fee !== undefined && fee.total_amount > sums.available

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    const [first] = Object.keys(faults)
    if (first) element.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
    else if (!isTooMuch) setAsking(true)
  }
  const field = (name: Exclude<PayoutField, 'channel'>) => {
    const fault = tried ? faults[name] : undefined
    const limits = { money: moneyOf(fault === 'amount_small' ? payoutMin : amountMax) }
    return {
      name,
      size: 'md' as const,
      value: form[name],
      error: fault && t(fault, limits),
      onChange: (event: { currentTarget: { value: string } }) => {
        const { value } = event.currentTarget
        setForm(before => ({ ...before, [name]: value }))
      },
    }
  }
  return (
    <>
      <PageHead title={t('new')} back={{ to: '/payouts', text: t('back') }} />
      <div className="payment-grid">
        <Card>
          <form ref={element} className="form" noValidate onSubmit={submit}>
            <SegmentedControl
              label={t('channel')}
              value={form.channel}
              onChange={channel => setForm({ ...form, channel: channel === 'bank' ? 'bank' : 'mobile' })}
              choices={[
                { value: 'mobile', label: t('channel_mobile') },
                { value: 'bank', label: t('channel_bank') },
              ]}
            />
            {form.channel === 'mobile' ? (
              <TextInput
                {...field('phone')}
                type="tel"
                label={t('phone')}
                description={t('phone_hint')}
                autoComplete="off"
              />
            ) : (
              <>
                <NativeSelect
                  {...field('bank')}
                  label={t('bank')}
                  data={[
                    { value: '', label: t('bank_choose') },
                    ...[...banks].map(bank => ({ value: bank, label: bank })),
                  ]}
                />
                <TextInput {...field('account')} label={t('account')} maxLength={34} autoComplete="off" />
              </>
            )}
            <TextInput
              {...field('name')}
              label={t('name')}
              description={t('name_hint')}
              maxLength={200}
              autoComplete="off"
            />
            <TextInput
              {...field('amount')}
              label={t('amount')}
              description={
                sums && t('amount_hint', { money: moneyOf(sums.available), least: moneyOf(payoutMin) })
              }
              inputMode="numeric"
              autoComplete="off"
            />
            <TextInput {...field('narration')} label={t('narration')} maxLength={200} autoComplete="off" />
            <p className="form-error" role="alert">
              {isTooMuch && t('too_much')}
            </p>
            <Button type="submit" size="md">
              {t('review')}
            </Button>
          </form>
        </Card>
        <PayoutSums fee={fee} available={sums?.available} />
      </div>
      <SendSheet form={form} fee={fee} open={asking} onClose={() => setAsking(false)} />
    </>
  )
}

function useFee(amount: number | undefined) {
  const query = { amount: String(amount ?? 0) }
  const read = useRead(['payout-fee', query], named => api.v1.payouts.fee.get({ query, ...named }), {
    enabled: amount !== undefined,
  })
  return amount === undefined ? undefined : read.data?.data
}

interface SendSheetProps {
  readonly form: PayoutForm
  readonly fee:
    | { readonly amount: number; readonly fee_amount: number; readonly total_amount: number }
    | undefined
  readonly open: boolean
  readonly onClose: () => void
}

function SendSheet({ form, fee, open, onClose }: SendSheetProps) {
  const { t } = useTranslation('payouts')
  const navigate = useNavigate()
  const body = payoutBody(form)
  const keyOf = useStableKey()
  const send = useReauthentication(
    useAction((wish: typeof body, named) =>
      resultOf(
        api.v1.payouts.send.post(wish, { headers: { ...named.headers, 'idempotency-key': keyOf(wish) } }),
      ),
    ),
    'money',
  )
  const destination =
    body.channel === 'mobile'
      ? phoneOf(body.recipient_phone)
      : `${body.recipient_bank} ${body.recipient_account}`
  const close = () => {
    send.reset()
    onClose()
  }
  return (
    <ConfirmDialog
      title={t('ask_title', { money: moneyOf(body.amount) })}
      open={open}
      onClose={close}
      yes={t('ask_yes')}
      onYes={() =>
        send.run(body, sent => {
          const { data } = sent as unknown as { data: Payout } // a stored text, which Eden cannot read
          void navigate({ to: '/payouts/$reference', params: { reference: data.reference } })
        })
      }
      busy={send.busy}
      apiError={send.apiError}
    >
      <p className="ask-fact">{t('ask_to', { name: body.recipient_name, destination })}</p>
      {fee && <p>{t('ask_total', { total: moneyOf(fee.total_amount), fee: moneyOf(fee.fee_amount) })}</p>}
      <p>{t('ask_final')}</p>
      {send.field}
    </ConfirmDialog>
  )
}

/** The same wish sent again is the same payout; another wish is another. */
function useStableKey(): (wish: unknown) => string {
  const last = useRef({ wish: '', key: '' })
  return wish => {
    const text = JSON.stringify(wish)
    if (last.current.wish !== text) last.current = { wish: text, key: newIdempotencyKey() }
    return last.current.key
  }
}
