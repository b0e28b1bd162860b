// The form of a new payout: shows the fee, then asks for confirmation.
import { Button } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../kit/api.ts'
import { addTexts } from '../../kit/language.ts'
import { useMay } from '../parts/current-account.tsx'
import { Card } from '../parts/facts.tsx'
import { NotAllowed } from '../parts/not-found.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { useRead } from '../parts/queries.ts'
import { useBalance } from './balance.tsx'
import { emptyPayout, type PayoutDraft, payableAmount, payoutFaults } from './payout.model.ts'
import { PayoutBreakdown } from './payout-breakdown.tsx'
import { PayoutFields } from './payout-fields.tsx'
import { SendSheet } from './payout-send.tsx'
import { payouts } from './payouts.text.ts'

addTexts('payouts', payouts)

/** The page of a new payout, for people with the right to pay out. */
export function PayoutNew() {
  const mayPay = useMay('pay_out')
  return mayPay ? <PayoutForm /> : <NotAllowed />
}

/**
 * Holds the typed values, shows the fee while they are typed, and opens the last dialog once nothing is
 * wrong.
 */
function PayoutForm() {
  const { t } = useTranslation('payouts')
  const [form, setForm] = useState<PayoutDraft>(emptyPayout)
  const [wasSubmitted, setSubmitted] = useState(false)
  const [isDialogOpen, setDialogOpen] = useState(false)
  const formElement = useRef<HTMLFormElement>(null)
  const { sums } = useBalance()
  const faults = payoutFaults(form)
  const quote = usePayoutQuote(payableAmount(form.amount))
  const exceedsBalance = sums !== undefined && quote !== undefined && quote.total_amount > sums.available

  function submit(event: FormEvent) {
    event.preventDefault()
    setSubmitted(true)
    const [firstField] = Object.keys(faults)
    if (firstField) formElement.current?.querySelector<HTMLElement>(`[name=${firstField}]`)?.focus()
    else if (!exceedsBalance) setDialogOpen(true)
  }
  return (
    <>
      <PageHead title={t('new')} back={{ to: '/payouts', text: t('back') }} />
      <div className="payment-grid">
        <Card>
          <form ref={formElement} className="form" noValidate onSubmit={submit}>
            <PayoutFields
              form={form}
              faults={wasSubmitted ? faults : {}}
              available={sums?.available}
              onChange={change => setForm(before => ({ ...before, ...change }))}
            />
            <p className="form-error" role="alert">
              {exceedsBalance && t('too_much')}
            </p>
            <Button type="submit" size="md">
              {t('review')}
            </Button>
          </form>
        </Card>
        <PayoutBreakdown quote={quote} available={sums?.available} />
      </div>
      <SendSheet form={form} quote={quote} open={isDialogOpen} onClose={() => setDialogOpen(false)} />
    </>
  )
}

/** Reads the fee of an amount; undefined while there is no valid amount or no answer. */
function usePayoutQuote(amount: number | undefined) {
  const query = { amount: String(amount ?? 0) }
  const read = useRead(['payout-fee', query], header => api.v1.payouts.fee.get({ query, ...header }), {
    enabled: amount !== undefined,
  })
  return amount === undefined ? undefined : read.data?.data
}
