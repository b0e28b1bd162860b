// How a sale ended, or that nobody knows yet: one colour over the whole screen, seen from across the shop, and what to do now.
import { useTranslation } from 'react-i18next'
import { Icon, type IconName } from '../kit/icon.tsx'
import type { Account } from '../kit/me.ts'
import { moneyOf } from '../kit/money.ts'
import type { Payment } from '../kit/payment.ts'
import { amountSize } from './amount.model.ts'
import { PaidFacts } from './paid-facts.tsx'
import { reasonOf } from './reason.model.ts'
import type { Face, Sale } from './sale.model.ts'
import { leaveSale, startSale } from './sale-store.ts'

type Ending = Exclude<Face, 'asking' | 'waiting'>
const icons: Readonly<Record<Ending, IconName>> = {
  paid: 'check',
  failed: 'cross',
  unknown: 'question',
  expired: 'clock',
  voided: 'ban',
}

interface VerdictProps {
  readonly face: Ending
  readonly sale: Sale
  readonly payment: Payment
  readonly account: Account
}

export function Verdict({ face, sale, payment, account }: VerdictProps) {
  const { t } = useTranslation('till')
  const words = useWords(face, payment)
  const again = () => {
    leaveSale()
    startSale(sale.account, sale.order)
  }
  return (
    <main className="verdict" data-face={face} data-testid={face}>
      <div className="verdict-body">
        <span className="verdict-icon" aria-hidden="true">
          <Icon name={icons[face]} size={64} />
        </span>
        <h1>{words.title}</h1>
        <p className="verdict-sum" data-size={amountSize(payment.amount.value)}>
          {moneyOf(payment.amount.value)}
        </p>
        {words.lead && <p className="verdict-lead">{words.lead}</p>}
        {words.text && <p className="verdict-text">{words.text}</p>}
        {face === 'paid' && account.mode === 'sandbox' && <p className="verdict-practice">{t('paid_practice')}</p>}
        {face === 'paid' && <PaidFacts payment={payment} account={account} />}
      </div>
      <div className="verdict-acts">
        {(face === 'failed' || face === 'expired') && (
          <button type="button" className="verdict-act verdict-second" data-testid="again" onClick={again}>
            {t('again')}
          </button>
        )}
        <NewSale />
      </div>
    </main>
  )
}

/** Has the focus, so that Enter goes on to the next customer. */
function NewSale() {
  const { t } = useTranslation('till')
  return (
    <button
      ref={element => element?.focus({ preventScroll: true })}
      type="button"
      className="verdict-act"
      data-testid="new-sale"
      onClick={leaveSale}
    >
      {t('new_sale')}
    </button>
  )
}

function useWords(face: Ending, payment: Payment): { title: string; lead?: string; text?: string } {
  const { t } = useTranslation('till')
  const reason = reasonOf(payment.failure_reason)
  switch (face) {
    case 'paid':
      return payment.late ? { title: t('paid_late'), text: t('paid_late_text') } : { title: t('paid') }
    case 'failed':
      return { title: t('failed'), lead: t(`reason_${reason}`), text: `${t(`reason_${reason}_do`)} ${t('failed_goods')}` }
    case 'unknown':
      return { title: t('unknown'), lead: t('unknown_text'), text: t('unknown_more') }
    case 'expired':
      return { title: t('expired'), text: t('expired_text') }
    case 'voided':
      return { title: t('voided'), text: t('voided_text') }
  }
}
