// Typing a sale: the amount with its note; then, for a push the customer's number and for cash what was given, on the same keypad.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { amountMin } from '../../src/domain/payment.ts'
import { Icon, type IconName } from '../kit/icon.tsx'
import { digitsOf, moneyOf } from '../kit/money.ts'
import { useTroubleText } from '../kit/trouble.ts'
import { waysOf } from './account.model.ts'
import { amountFault, amountSize, type PadKey, pressAmount } from './amount.model.ts'
import { CashEntry } from './cash-entry.tsx'
import { useCounter } from './counter.ts'
import { Keypad, usePadKeys } from './keypad.tsx'
import { LastSale } from './last-sale.tsx'
import { NoteSheet } from './note-sheet.tsx'
import { NumberEntry } from './number-entry.tsx'
import { QuickAmounts } from './quick-amounts.tsx'
import { noteIn } from './sale.model.ts'
import { startCash, startSale } from './sale-act.ts'
import { forgetRefusal, useSaleState } from './sale-store.ts'
import { quickAmounts } from './sales.model.ts'
import { useSales } from './sales.ts'

interface EntryProps {
  readonly onSales: () => void
  /** Cash needs an open shift. */
  readonly onShift: () => void
}

export function Entry({ onSales, onShift }: EntryProps) {
  const { place, shift } = useCounter()
  const { refused } = useSaleState()
  // What could not be made is typed already.
  const [amount, setAmount] = useState(refused?.order.details.amount ?? 0)
  const [note, setNote] = useState(refused ? noteIn(refused.order) : '')
  const [step, setStep] = useState<'amount' | 'number' | 'cash'>('amount')
  const back = () => setStep('amount')
  if (step === 'number')
    return <NumberEntry amount={amount} onBack={back} onSend={phone => startSale(place, { amount, note, phone })} />
  if (step === 'cash')
    return <CashEntry amount={amount} onBack={back} onTake={given => startCash(place, { amount, note }, given)} />
  return (
    <AmountEntry
      amount={amount}
      note={note}
      onAmount={setAmount}
      onNote={setNote}
      onCharge={() => startSale(place, { amount, note })}
      onPush={() => setStep('number')}
      onCash={() => (shift ? setStep('cash') : onShift())}
      onSales={onSales}
    />
  )
}

interface AmountEntryProps {
  readonly amount: number
  readonly note: string
  readonly onAmount: (change: (amount: number) => number) => void
  readonly onNote: (note: string) => void
  readonly onCharge: () => void
  readonly onPush: () => void
  readonly onCash: () => void
  readonly onSales: () => void
}

function AmountEntry({ amount, note, onAmount, onNote, onCharge, onPush, onCash, onSales }: AmountEntryProps) {
  const { t } = useTranslation('till')
  const counter = useCounter()
  const { refusal } = useSaleState()
  const troubleText = useTroubleText()
  const sales = useSales(counter).data ?? []
  const [urged, setUrged] = useState(false)
  const [noting, setNoting] = useState(false)
  const fault = amountFault(amount)

  const change = (next: (amount: number) => number) => {
    forgetRefusal()
    setUrged(false)
    onAmount(next)
  }
  const press = (key: PadKey) => change(before => pressAmount(before, key))
  const unless = (isFault: boolean, act: () => void) => () => (isFault ? setUrged(true) : act())
  const all = {
    qr: { idle: !!fault, act: unless(!!fault, onCharge), icon: 'qr', testId: 'charge', word: t('charge') },
    push: { idle: !!fault, act: unless(!!fault, onPush), icon: 'phone', testId: 'push', word: t('push') },
    cash: { idle: amount === 0, act: unless(amount === 0, onCash), icon: 'cash', testId: 'cash', word: t('cash') },
  } as const
  const ways = waysOf(counter).map(way => all[way])
  const [main, ...others] = ways
  usePadKeys(press, () => main?.act())

  const cashOnly = main === all.cash
  const small = fault === 'small' && !cashOnly
  const hint = small ? t('amount_small', { money: moneyOf(amountMin) }) : fault === 'empty' ? t('amount_hint') : ''
  return (
    <main className="entry">
      <div className="entry-top">
        <LastSale onOpen={onSales} />
        <div className="amount" data-size={amountSize(amount)} data-empty={amount === 0 || undefined}>
          <span className="amount-currency">TZS</span>
          <output className="amount-digits" aria-label={`${t('amount')} ${moneyOf(amount)}`}>
            {digitsOf(amount)}
          </output>
        </div>
        <div className="entry-line">
          <button type="button" className="note-button" data-testid="add-note" onClick={() => setNoting(true)}>
            <Icon name="note" size={18} /> <span>{note === '' ? t('note') : note}</span>
          </button>
          <p className="entry-hint" data-urged={urged || small || undefined} role="status">
            {hint}
          </p>
        </div>
        <p className="entry-refusal" role="alert">
          {refusal && troubleText(refusal)}
        </p>
        <QuickAmounts amounts={quickAmounts(sales)} onChoose={amount => change(() => amount)} />
      </div>
      <div className="entry-pad">
        <Keypad onKey={press} />
        <div className="entry-acts">
          {others.toReversed().map(way => (
            <WayButton key={way.testId} {...way} main={false} />
          ))}
          {main && <WayButton {...main} main />}
        </div>
      </div>
      <NoteSheet note={note} open={noting} onClose={() => setNoting(false)} onNote={onNote} />
    </main>
  )
}

interface WayButtonProps {
  readonly main: boolean
  readonly idle: boolean
  readonly act: () => void
  readonly icon: IconName
  readonly testId: string
  readonly word: string
}

/** One way to pay: the usual one large, the others beside it. */
const WayButton = ({ main, idle, act, icon, testId, word }: WayButtonProps) => (
  <button
    type="button"
    className={main ? 'act act-charge' : 'act act-other'}
    data-testid={testId}
    data-idle={idle || undefined}
    onClick={act}
  >
    <Icon name={icon} />
    <span>{word}</span>
  </button>
)
