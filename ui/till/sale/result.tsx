// How a sale ended, or that nobody knows yet: one colour over the whole screen, seen from across the shop,
// and what to do now.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reasonOf } from '../../kit/failure-reason.model.ts'
import { Icon, type IconName } from '../../kit/icon.tsx'
import { moneyOf } from '../../kit/money.ts'
import { useTillDevice } from '../app/till-device.ts'
import { useTillErrorText } from '../app/till-error.ts'
import { amountSize } from '../entry/amount.model.ts'
import { CashEntry } from '../entry/cash-entry.tsx'
import { PaidFacts } from './paid-facts.tsx'
import { ResultActions } from './result-actions.tsx'
import { itemsIn, type Sale, type SalePhase } from './sale.model.ts'
import { takeCash } from './sale-actions.ts'
import { useSaleState } from './sale-store.ts'
import { SoldItems } from './sold-items.tsx'

export type ResultPhase = Exclude<SalePhase, 'asking' | 'waiting'>
const icons: Readonly<Record<ResultPhase, IconName>> = {
  paid: 'check',
  failed: 'cross',
  unknown: 'question',
  expired: 'clock',
  voided: 'ban',
}

interface VerdictProps {
  readonly face: ResultPhase
  readonly sale: Sale
}

export function SaleResult({ face, sale }: VerdictProps) {
  const { t } = useTranslation('till')
  const { account } = useTillDevice()
  const { refusal } = useSaleState()
  const refusalText = useTillErrorText('cash')
  const words = useWords(face, sale)
  const [cash, setCash] = useState(false)
  const { amount } = sale.order.details
  if (cash)
    return (
      <div className="desk">
        <CashEntry amount={amount} onBack={() => setCash(false)} onTake={takeCash} />
      </div>
    )
  // Cash that came second: what was refused says so.
  const cameSecond = face === 'paid' && !sale.cash && refusal !== undefined
  return (
    <main className="verdict" data-face={face} data-testid={face}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard, too */}
      <div className="verdict-body" tabIndex={0}>
        <span className="verdict-icon" aria-hidden="true">
          <Icon name={icons[face]} size={64} />
        </span>
        <h1>{words.title}</h1>
        <p className="verdict-sum" data-size={amountSize(amount)}>
          {moneyOf(amount)}
        </p>
        {words.lead && <p className="verdict-lead">{words.lead}</p>}
        {words.text && <p className="verdict-text">{words.text}</p>}
        {refusal && (
          <p className="verdict-note" role="alert">
            {cameSecond ? t('cash_came_second') : refusalText(refusal)}
          </p>
        )}
        {face === 'paid' && account.mode === 'sandbox' && (
          <p className="verdict-practice">{t('paid_practice')}</p>
        )}
        {face === 'paid' && <PaidFacts sale={sale} />}
        {face === 'paid' && <SoldItems items={itemsIn(sale.order)} />}
      </div>
      <ResultActions face={face} sale={sale} onCash={() => setCash(true)} />
    </main>
  )
}

function useWords(
  face: ResultPhase,
  { payment, cash }: Sale,
): { title: string; lead?: string; text?: string } {
  const { t } = useTranslation('till')
  const reason = reasonOf(payment?.failure_reason ?? null)
  switch (face) {
    case 'paid':
      if (cash?.done)
        return { title: t('cash_done'), lead: t('cash_change', { money: moneyOf(cash.done.change) }) }
      if (payment?.manual_confirmation && !payment.manual_confirmation.confirmed)
        return { title: t('paid_hand'), text: t('paid_hand_text') }
      return payment?.late ? { title: t('paid_late'), text: t('paid_late_text') } : { title: t('paid') }
    case 'failed':
      return {
        title: t('failed'),
        lead: t(`reason_${reason}`),
        text: `${t(`reason_${reason}_do`)} ${t('failed_goods')}`,
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
