// Typing a sale: the amount, and for a push the customer's number on the same keypad.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { amountMin } from '../../src/domain/payment.ts'
import { Icon } from '../kit/icon.tsx'
import type { Account } from '../kit/me.ts'
import { digitsOf, moneyOf } from '../kit/money.ts'
import { useTroubleText } from '../kit/trouble.ts'
import { amountFault, amountSize, type PadKey, pressAmount } from './amount.model.ts'
import { Keypad, usePadKeys } from './keypad.tsx'
import { LastSale } from './last-sale.tsx'
import { NumberEntry } from './number-entry.tsx'
import { newOrder } from './sale.model.ts'
import { forgetRefusal, startSale, useSaleState } from './sale-store.ts'

interface EntryProps {
  readonly account: Account
  readonly onSales: () => void
}

export function Entry({ account, onSales }: EntryProps) {
  const [amount, setAmount] = useState(0)
  const [askingNumber, setAskingNumber] = useState(false)
  if (askingNumber)
    return (
      <NumberEntry
        amount={amount}
        onBack={() => setAskingNumber(false)}
        onSend={phone => startSale(account.id, newOrder(amount, phone))}
      />
    )
  return (
    <AmountEntry account={account} amount={amount} onAmount={setAmount} onPush={() => setAskingNumber(true)} onSales={onSales} />
  )
}

interface AmountEntryProps extends EntryProps {
  readonly amount: number
  readonly onAmount: (change: (amount: number) => number) => void
  readonly onPush: () => void
}

function AmountEntry({ account, amount, onAmount, onPush, onSales }: AmountEntryProps) {
  const { t } = useTranslation('till')
  const { refusal } = useSaleState()
  const troubleText = useTroubleText()
  const [urged, setUrged] = useState(false)
  const fault = amountFault(amount)
  const { 'dynamic-qr': takesQr, mobile: takesPush } = account.takes

  const press = (key: PadKey) => {
    forgetRefusal()
    setUrged(false)
    onAmount(before => pressAmount(before, key))
  }
  const unlessFault = (act: () => void) => () => (fault ? setUrged(true) : act())
  const charge = unlessFault(() => startSale(account.id, newOrder(amount, undefined)))
  const push = unlessFault(onPush)
  usePadKeys(press, takesQr ? charge : push)

  const hint = fault === 'small' ? t('amount_small', { money: moneyOf(amountMin) }) : fault === 'empty' ? t('amount_hint') : ''
  return (
    <main className="entry">
      <div className="entry-top">
        <LastSale account={account} onOpen={onSales} />
        <div className="amount" data-size={amountSize(amount)} data-empty={amount === 0 || undefined}>
          <span className="amount-currency">TZS</span>
          <output className="amount-digits" aria-label={`${t('amount')} ${moneyOf(amount)}`}>
            {digitsOf(amount)}
          </output>
        </div>
        <p className="entry-hint" data-urged={urged || fault === 'small' || undefined} role="status">
          {hint}
        </p>
        <p className="entry-refusal" role="alert">
          {refusal && troubleText(refusal)}
        </p>
      </div>
      <div className="entry-pad">
        <Keypad onKey={press} />
        <div className="entry-acts">
          {takesPush && (
            <button
              type="button"
              className={takesQr ? 'act act-push' : 'act act-charge'}
              data-idle={!!fault || undefined}
              onClick={push}
            >
              <Icon name="phone" />
              <span>{t('push')}</span>
            </button>
          )}
          {takesQr && (
            <button
              type="button"
              className="act act-charge"
              data-testid="charge"
              data-idle={!!fault || undefined}
              onClick={charge}
            >
              <Icon name="qr" />
              <span>{t('charge')}</span>
            </button>
          )}
        </div>
      </div>
    </main>
  )
}
