// The result of a sale, or that it is being checked: one colour over the whole screen, and what to do next.

import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApiErrorText } from '../../kit/api-error.ts'
import { reasonOf } from '../../kit/failure-reason.model.ts'
import { Icon, type IconName } from '../../kit/icon.tsx'
import { isOnlyManual } from '../../kit/manual-confirmation.model.ts'
import { moneyOf } from '../../kit/money.ts'
import { amountSize } from '../parts/amount.model.ts'
import { CashStep, NumberStep } from '../parts/entry-step.tsx'
import { rememberNumber } from '../parts/recent-number.ts'
import { SoldItems } from '../parts/sold-items.tsx'
import { useTillDevice } from '../parts/till-device.ts'
import { useAutomaticReturn, useNextAmount } from './next-sale.ts'
import { PaidFacts } from './paid-facts.tsx'
import { ResultActions } from './result-actions.tsx'
import { itemsIn, type ResultPhase, type ResultStep, type Sale } from './sale.model.ts'
import { sellByOtherMethod, takeCash } from './sale-actions.ts'
import { useSaleState } from './sale-store.ts'

const icons: Readonly<Record<ResultPhase | 'manual', IconName>> = {
  paid: 'check',
  manual: 'person',
  failed: 'cross',
  unknown: 'question',
  expired: 'clock',
  voided: 'ban',
}

interface ResultProps {
  readonly phase: ResultPhase
  readonly sale: Sale
}

/** Shows the result of a sale. After a plain paid sale the till goes back to the keypad automatically. */
export function SaleResult({ phase, sale }: ResultProps) {
  const { t } = useTranslation('till')
  const { account } = useTillDevice()
  const { apiError } = useSaleState()
  const errorText = useApiErrorText()
  const text = useResultText(phase, sale)
  const [step, setStep] = useState<ResultStep>()
  const { cash, order } = sale
  const { amount } = order.details
  const change = cash?.done?.change ?? 0
  const isManual = !cash && isOnlyManual(sale.payment)
  // The screen stays while change is counted out, for an unusual result, and for a sale from the list.
  const isPlain = sale.key !== '' && change === 0 && !isManual && !apiError && !sale.payment?.late
  const returns = useAutomaticReturn(phase === 'paid' && isPlain)
  useNextAmount(phase === 'paid')
  useRememberNumber(phase === 'paid' ? sale : undefined)
  if (step) return <RetryStep step={step} amount={amount} onBack={() => setStep(undefined)} />
  const look = phase === 'paid' && isManual ? 'manual' : phase
  // The cash was rejected because the payment came first.
  const isPaidTwice = phase === 'paid' && !sale.cash && apiError !== undefined
  return (
    <main className="result" data-phase={look} data-testid={look}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard, too */}
      <div className="result-body" tabIndex={0}>
        <span className="result-icon" aria-hidden="true">
          <Icon name={icons[look]} size={64} />
        </span>
        <h1>{text.title}</h1>
        <p className="result-sum" data-size={amountSize(amount)}>
          {moneyOf(amount)}
        </p>
        {text.lead && (
          <p className="result-lead" data-change={change > 0 || undefined}>
            {text.lead}
          </p>
        )}
        {text.text && <p className="result-text">{text.text}</p>}
        {apiError && (
          <p className="result-note" role="alert">
            {isPaidTwice ? t('cash_after_payment') : errorText(apiError)}
          </p>
        )}
        {phase === 'paid' && account.mode === 'sandbox' && (
          <p className="result-practice">{t('paid_practice')}</p>
        )}
        {phase === 'paid' && <PaidFacts sale={sale} />}
        {phase === 'paid' && <SoldItems items={itemsIn(sale.order)} />}
      </div>
      <ResultActions phase={phase} sale={sale} returns={returns} onStep={setStep} />
    </main>
  )
}

/** Remembers the number that paid a push, to offer it for the next one; does nothing without a sale. */
function useRememberNumber(paid: Sale | undefined): void {
  const device = useTillDevice()
  const phone = paid?.payment?.payment_type === 'mobile' ? paid.push?.phone : undefined
  useEffect(() => {
    if (phone !== undefined) rememberNumber(device, phone)
  }, [device, phone])
}

interface RetryStepProps {
  readonly step: ResultStep
  readonly amount: number
  readonly onBack: () => void
}

/** Asks for the number or the cash, for another try to pay the sale. */
const RetryStep = ({ step, amount, onBack }: RetryStepProps) => (
  <div className="till-screen">
    {step === 'cash' ? (
      <CashStep amount={amount} onBack={onBack} onTake={takeCash} />
    ) : (
      <NumberStep amount={amount} onBack={onBack} onSend={sellByOtherMethod} />
    )}
  </div>
)

/** Returns the texts of a result: its title, one line below that (`lead`), and what to do (`text`). */
function useResultText(
  phase: ResultPhase,
  { payment, cash }: Sale,
): { title: string; lead?: string; text?: string } {
  const { t } = useTranslation('till')
  const reason = reasonOf(payment?.failure_reason ?? null)
  const isMoneyUnclear = reason === 'reversed' || reason === 'marked_not_paid'
  switch (phase) {
    case 'paid':
      if (cash?.done)
        return { title: t('cash_received'), lead: t('cash_change', { money: moneyOf(cash.done.change) }) }
      if (isOnlyManual(payment)) {
        const name = payment?.manual_confirmation?.by.name ?? t('confirmed_by_shop')
        return { title: t('paid_manually'), lead: t('confirmed_by', { name }), text: t('paid_manually_text') }
      }
      return payment?.late ? { title: t('paid_late'), text: t('paid_late_text') } : { title: t('paid') }
    case 'failed':
      return {
        title: t('failed'),
        lead: t(`reason_${reason}`),
        text: `${t(isMoneyUnclear ? 'failed_goods' : 'failed_not_charged')} ${t(`reason_${reason}_do`)}`,
      }
    case 'unknown':
      return { title: t('unknown'), lead: t('unknown_text'), text: t('unknown_more') }
    case 'expired':
      return { title: t('expired'), text: t('expired_text') }
    case 'voided':
      return cash
        ? { title: t('cash_voided'), text: t('cash_voided_text') }
        : { title: t('voided'), text: t('voided_text') }
  }
}
