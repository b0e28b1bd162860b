// The form of a new payout: shows the fee, then asks for confirmation. Sending twice pays once.
import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, resultOf } from '../../kit/api.ts'
import { newIdempotencyKey } from '../../kit/idempotency-key.ts'
import { addTexts } from '../../kit/language.ts'
import { moneyOf } from '../../kit/money.ts'
import { phoneOf } from '../../kit/time.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { useMay } from '../parts/current-account.tsx'
import { Card } from '../parts/facts.tsx'
import { NotAllowed } from '../parts/not-found.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { useAction, useRead } from '../parts/queries.ts'
import { useReauthentication } from '../parts/reauthentication.tsx'
import { useBalance } from './balance.tsx'
import {
  emptyPayout,
  type Payout,
  type PayoutForm,
  payableAmount,
  payoutBody,
  payoutFaults,
} from './payout.model.ts'
import { PayoutFields } from './payout-fields.tsx'
import { PayoutTotals } from './payout-sums.tsx'
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
  const fee = useFee(payableAmount(form.amount))
  const isTooMuch = sums !== undefined && fee !== undefined && fee.total_amount > sums.available

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    const [first] = Object.keys(faults)
    if (first) element.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
    else if (!isTooMuch) setAsking(true)
  }
  return (
    <>
      <PageHead title={t('new')} back={{ to: '/payouts', text: t('back') }} />
      <div className="payment-grid">
        <Card>
          <form ref={element} className="form" noValidate onSubmit={submit}>
            <PayoutFields
              form={form}
              faults={tried ? faults : {}}
              available={sums?.available}
              onChange={change => setForm(before => ({ ...before, ...change }))}
            />
            <p className="form-error" role="alert">
              {isTooMuch && t('too_much')}
            </p>
            <Button type="submit" size="md">
              {t('review')}
            </Button>
          </form>
        </Card>
        <PayoutTotals fee={fee} available={sums?.available} />
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
    useAction((request: typeof body, named) =>
      resultOf(
        api.v1.payouts.send.post(request, {
          headers: { ...named.headers, 'idempotency-key': keyOf(request) },
        }),
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
      confirm={t('ask_yes')}
      onConfirm={() =>
        send.run(body, sent => {
          const { data } = sent as unknown as { data: Payout } // a stored text, which Eden cannot read
          void navigate({ to: '/payouts/$reference', params: { reference: data.reference } })
        })
      }
      busy={send.busy}
      apiError={send.apiError}
    >
      <p className="dialog-fact">{t('ask_to', { name: body.recipient_name, destination })}</p>
      {fee && <p>{t('ask_total', { total: moneyOf(fee.total_amount), fee: moneyOf(fee.fee_amount) })}</p>}
      <p>{t('ask_final')}</p>
      {send.field}
    </ConfirmDialog>
  )
}

/** The idempotency key of a request: the same request sent again is the same payout. */
function useStableKey(): (request: unknown) => string {
  const last = useRef({ request: '', key: '' })
  return request => {
    const text = JSON.stringify(request)
    if (last.current.request !== text) last.current = { request: text, key: newIdempotencyKey() }
    return last.current.key
  }
}
