// Typing a sale: the amount with its items and note; then, for a push the customer's number and for cash what
// was given, on the same keypad.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { amountMin } from '../../../src/domain/payment.ts'
import { Icon, type IconName } from '../../kit/icon.tsx'
import { digitsOf, moneyOf } from '../../kit/money.ts'
import { waysOf } from '../app/account.model.ts'
import { useTillDevice } from '../app/till-device.ts'
import { useTillErrorText } from '../app/till-error.ts'
import { startCash, startSale } from '../sale/sale-actions.ts'
import { clearSaleError, useSaleState } from '../sale/sale-store.ts'
import { amountFault, amountSize, type PadKey } from './amount.model.ts'
import { CashEntry } from './cash-entry.tsx'
import { type Draft, pressDraft, saleDraftFrom, totalOf, withAmount } from './draft.model.ts'
import { useDraft } from './draft.ts'
import { EntryLine } from './entry-line.tsx'
import { Keypad, usePadKeys } from './keypad.tsx'
import { LastSale } from './last-sale.tsx'
import { NumberEntry } from './number-entry.tsx'
import { QuickAmounts } from './quick-amounts.tsx'
import { quickAmounts } from './sales.model.ts'
import { useSales } from './sales.ts'

interface EntryProps {
  readonly onSales: () => void
  /** Cash needs an open shift. */
  readonly onShift: () => void
}

export function Entry({ onSales, onShift }: EntryProps) {
  const { t } = useTranslation('till')
  const { caller, shift } = useTillDevice()
  const { draft, change, sold } = useDraft(caller.account, t('item'))
  const [step, setStep] = useState<'amount' | 'number' | 'cash'>('amount')
  const back = () => setStep('amount')
  const wish = saleDraftFrom(draft, t('item'))
  const sell = (phone?: string) => {
    sold()
    startSale(caller, { ...wish, phone })
  }
  const sellForCash = (given: number) => {
    sold()
    startCash(caller, wish, given)
  }
  if (step === 'number') return <NumberEntry amount={wish.amount} onBack={back} onSend={sell} />
  if (step === 'cash') return <CashEntry amount={wish.amount} onBack={back} onTake={sellForCash} />
  return (
    <AmountEntry
      draft={draft}
      onChange={change}
      onCharge={() => sell()}
      onPush={() => setStep('number')}
      onCash={() => (shift ? setStep('cash') : onShift())}
      onSales={onSales}
    />
  )
}

interface AmountEntryProps {
  readonly draft: Draft
  readonly onChange: (next: (draft: Draft) => Draft) => void
  readonly onCharge: () => void
  readonly onPush: () => void
  readonly onCash: () => void
  readonly onSales: () => void
}

function AmountEntry({ draft, onChange, onCharge, onPush, onCash, onSales }: AmountEntryProps) {
  const { t } = useTranslation('till')
  const counter = useTillDevice()
  const { refusal, refused } = useSaleState()
  const refusalText = useTillErrorText(refused?.cash ? 'cash' : 'charge')
  const sales = useSales(counter).data ?? []
  const [urged, setUrged] = useState(false)
  const total = totalOf(draft)
  const fault = amountFault(total)

  const change = (next: (draft: Draft) => Draft) => {
    clearSaleError()
    setUrged(false)
    onChange(next)
  }
  const press = (key: PadKey) => change(before => pressDraft(before, key))
  const unless = (isFault: boolean, act: () => void) => () => (isFault ? setUrged(true) : act())
  const all = {
    qr: { idle: !!fault, act: unless(!!fault, onCharge), icon: 'qr', testId: 'charge', word: t('charge') },
    push: { idle: !!fault, act: unless(!!fault, onPush), icon: 'phone', testId: 'push', word: t('push') },
    cash: {
      idle: total === 0,
      act: unless(total === 0, onCash),
      icon: 'cash',
      testId: 'cash',
      word: t('cash'),
    },
  } as const
  const ways = waysOf(counter).map(way => all[way])
  const [main, ...others] = ways
  usePadKeys(press, () => main?.act())

  const cashOnly = main === all.cash
  const small = fault === 'small' && !cashOnly
  const hint = small
    ? t('amount_small', { money: moneyOf(amountMin) })
    : fault === 'empty'
      ? t('amount_hint')
      : ''
  const hasItems = draft.items.length > 0
  return (
    <main className="entry">
      <div className="entry-top">
        <LastSale onOpen={onSales} />
        <Typed draft={draft} />
        <EntryLine draft={draft} onChange={change} hint={hint} urged={urged || small} />
        <p className="entry-refusal" role="alert">
          {refusal && refusalText(refusal)}
        </p>
        <QuickAmounts
          amounts={quickAmounts(sales)}
          onChoose={amount => change(draft => withAmount(draft, amount))}
        />
      </div>
      <div className="entry-pad">
        <Keypad kind="sum" onKey={press} />
        <div className="entry-acts">
          {others.toReversed().map(way => (
            <WayButton key={way.testId} {...way} />
          ))}
          {main && <WayButton {...main} sum={hasItems ? total : 0} />}
        </div>
      </div>
    </main>
  )
}

/** What is typed; once there are items, the sum of them until more is typed. */
function Typed({ draft }: { readonly draft: Draft }) {
  const { t } = useTranslation('till')
  const adds = draft.items.length > 0 && draft.amount > 0
  const shown = adds ? draft.amount : totalOf(draft)
  return (
    <div className="amount" data-size={amountSize(shown)} data-empty={shown === 0 || undefined}>
      <span className="amount-currency">{adds ? '+ TZS' : 'TZS'}</span>
      <output className="amount-digits" aria-label={`${t('amount')} ${moneyOf(totalOf(draft))}`}>
        {digitsOf(shown)}
      </output>
    </div>
  )
}

interface WayButtonProps {
  /** Of the usual way: what is charged, where the digits above do not say it; else 0. */
  readonly sum?: number
  readonly idle: boolean
  readonly act: () => void
  readonly icon: IconName
  readonly testId: string
  readonly word: string
}

/** One way to pay: the usual one large, the others beside it. */
const WayButton = ({ sum, idle, act, icon, testId, word }: WayButtonProps) => (
  <button
    type="button"
    className={sum === undefined ? 'act act-other' : 'act act-charge'}
    data-testid={testId}
    data-idle={idle || undefined}
    onClick={act}
  >
    <Icon name={icon} />
    <span>
      {word}
      {sum ? (
        <span className="act-sum" data-size={amountSize(sum)}>
          {digitsOf(sum)}
        </span>
      ) : null}
    </span>
  </button>
)
