// Entering a sale: the amount with items and note; then the customer's number for a push, or the cash given.
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { amountMin } from '../../../src/domain/payment-limit.ts'
import { type ReductionFault, reductionPercentFree } from '../../../src/domain/reduction.ts'
import { useApiErrorText } from '../../kit/api-error.ts'
import { Icon, type IconName } from '../../kit/icon.tsx'
import { digitsOf, moneyOf } from '../../kit/money.ts'
import { methodsOf } from '../parts/account.model.ts'
import { amountFault, amountSize, type PadKey } from '../parts/amount.model.ts'
import { CashStep, NumberStep } from '../parts/entry-step.tsx'
import { Keypad, useAmountKeys } from '../parts/keypad.tsx'
import { QuickAmounts } from '../parts/quick-amounts.tsx'
import { useTillDevice } from '../parts/till-device.ts'
import { useHasProducts } from '../products/has-products.ts'
import { startCash, startSale } from '../sale/sale-actions.ts'
import { clearSaleError, useSaleState } from '../sale/sale-store.ts'
import { type Draft, pressDraft, saleDraftFrom, totalOf, withAmount } from './draft.model.ts'
import { useDraft } from './draft.ts'
import { EntryLine } from './entry-line.tsx'
import { LastSale } from './last-sale.tsx'
import { draftReductionFault } from './reduction.model.ts'
import { SalesPanel } from './sales-panel.tsx'
import { Ticket } from './ticket.tsx'

/** Loaded only by a shop with a price list. */
const ProductSelling = lazy(() =>
  import('../products/product-selling.tsx').then(({ ProductSelling }) => ({ default: ProductSelling })),
)

interface EntryProps {
  /** The entry begins with the step for cash: a shift was opened for it. */
  readonly isAtCash: boolean
  /** Called once the entry is on the screen. */
  readonly onEntered: () => void
  readonly onSales: () => void
  /** Called when cash is chosen without an open shift. */
  readonly onShift: () => void
}

/** Shows the entry of a sale. Each account has a draft of its own. */
export const Entry = (props: EntryProps) => <AccountEntry key={useTillDevice().caller.account} {...props} />

/** Asks for the amount, then for a push the customer's number, or the cash given; then starts the sale. */
function AccountEntry({ isAtCash, onEntered, onSales, onShift }: EntryProps) {
  const { t } = useTranslation('till')
  const { caller, shift } = useTillDevice()
  const { draft, change, finish } = useDraft(caller.account, t('item'))
  const hasProducts = useHasProducts(caller.account)
  // On a small screen the products are in a sheet.
  const [isAtProducts, setAtProducts] = useState(false)
  const [step, setStep] = useState<'amount' | 'number' | 'cash'>(isAtCash ? 'cash' : 'amount')
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the screen appears
  useEffect(onEntered, [])
  const goBack = () => setStep('amount')
  const saleDraft = saleDraftFrom(draft, t('item'))
  const sell = (phone?: string) => {
    finish()
    startSale(caller, { ...saleDraft, phone }, draft)
  }
  const sellForCash = (given: number) => {
    finish()
    startCash(caller, saleDraft, draft, given)
  }
  return (
    <>
      {step === 'number' && <NumberStep amount={saleDraft.amount} onBack={goBack} onSend={sell} />}
      {step === 'cash' && <CashStep amount={saleDraft.amount} onBack={goBack} onTake={sellForCash} />}
      {step === 'amount' && hasProducts && (
        <Suspense fallback={<section className="products-panel" aria-busy="true" />}>
          <ProductSelling
            draft={draft}
            onChange={change}
            sheetOpen={isAtProducts}
            onSheetClose={() => setAtProducts(false)}
          />
        </Suspense>
      )}
      {step === 'amount' && (
        <AmountEntry
          draft={draft}
          onProducts={hasProducts ? () => setAtProducts(true) : undefined}
          onChange={change}
          onCharge={() => sell()}
          onPush={() => setStep('number')}
          onCash={() => (shift ? setStep('cash') : onShift())}
          onSales={onSales}
        />
      )}
      <div className="side">
        {step === 'amount' && <Ticket draft={draft} onChange={change} />}
        <SalesPanel />
      </div>
    </>
  )
}

interface AmountEntryProps {
  readonly draft: Draft
  /** Absent where the shop has no price list. */
  readonly onProducts: (() => void) | undefined
  readonly onChange: (next: (draft: Draft) => Draft) => void
  readonly onCharge: () => void
  readonly onPush: () => void
  readonly onCash: () => void
  readonly onSales: () => void
}

/**
 * Shows the typed amount, the keypad and a button for each payment method. A button whose method cannot take
 * the amount shows why when it is pressed.
 */
function AmountEntry({ draft, onProducts, onChange, onCharge, onPush, onCash, onSales }: AmountEntryProps) {
  const { t } = useTranslation('till')
  const device = useTillDevice()
  const [showError, setShowError] = useState(false)
  const total = totalOf(draft)
  const fault = amountFault(total)
  const reductionFault = draftReductionFault(draft, device.role)

  const change = (next: (draft: Draft) => Draft) => {
    clearSaleError()
    setShowError(false)
    onChange(next)
  }
  const press = (key: PadKey) => change(before => pressDraft(before, key))
  const buttonProps = (cannotTake: boolean, action: () => void) => {
    const isIdle = cannotTake || reductionFault !== undefined
    return { isIdle, onPress: () => (isIdle ? setShowError(true) : action()) }
  }
  const buttons = {
    qr: { ...buttonProps(!!fault, onCharge), icon: 'qr', testId: 'charge', label: t('charge') },
    push: { ...buttonProps(!!fault, onPush), icon: 'phone', testId: 'push', label: t('push') },
    cash: { ...buttonProps(total === 0, onCash), icon: 'cash', testId: 'cash', label: t('cash') },
  } as const
  const methods = methodsOf(device)
  const [main, ...others] = methods.map(method => buttons[method])
  useAmountKeys(press, { onEnter: () => main?.onPress() })

  const { hint, isWrong } = useAmountHint(fault, reductionFault, methods)
  return (
    <main className="entry">
      <div className="entry-top">
        <LastSale onOpen={onSales} />
        <AmountDisplay draft={draft} />
        <EntryLine
          draft={draft}
          hint={hint}
          onProducts={onProducts}
          onChange={change}
          showError={showError || isWrong}
        />
        <EntryError />
        <QuickAmounts
          amounts={device.account.quick_amounts}
          onChoose={amount => change(draft => withAmount(draft, amount))}
        />
      </div>
      <div className="entry-pad">
        <Keypad kind="sum" onKey={press} />
        <div className="entry-actions">
          {others.toReversed().map(button => (
            <MethodButton key={button.testId} {...button} />
          ))}
          {main && <MethodButton {...main} mainSum={draft.items.length > 0 ? total : 0} />}
        </div>
      </div>
    </main>
  )
}

/**
 * Returns a hint what to type, or what is wrong with the amount or its discounts; `isWrong` marks an error.
 * An amount below the minimum of the networks is an error only if the till cannot take cash.
 */
function useAmountHint(
  fault: ReturnType<typeof amountFault>,
  reductionFault: ReductionFault | undefined,
  methods: ReturnType<typeof methodsOf>,
) {
  const { t } = useTranslation('till')
  const takesCash = methods.includes('cash')
  if (reductionFault) return { hint: t(reductionFault, { percent: reductionPercentFree }), isWrong: true }
  if (fault !== 'small') return { hint: fault === 'empty' ? t('amount_hint') : '', isWrong: false }
  if (methods[0] === 'cash') return { hint: '', isWrong: false } // only cash, which has no minimum
  const money = moneyOf(amountMin)
  return { hint: t(takesCash ? 'amount_small_cash' : 'amount_small', { money }), isWrong: !takesCash }
}

/** Shows the typed amount; if the sale has items and nothing is typed, what the customer pays for them. */
function AmountDisplay({ draft }: { readonly draft: Draft }) {
  const { t } = useTranslation('till')
  const isAdding = draft.items.length > 0 && draft.amount > 0
  const amount = isAdding ? draft.amount : totalOf(draft)
  return (
    <div className="amount" data-size={amountSize(amount)} data-empty={amount === 0 || undefined}>
      <span className="amount-currency">{isAdding ? '+ TZS' : 'TZS'}</span>
      <output className="amount-digits" aria-label={`${t('amount')} ${moneyOf(totalOf(draft))}`}>
        {digitsOf(amount)}
      </output>
    </div>
  )
}

/** Shows why the last request of the sale failed. */
function EntryError() {
  const { apiError } = useSaleState()
  const errorText = useApiErrorText()
  return (
    <p className="entry-error" role="alert">
      {apiError && errorText(apiError)}
    </p>
  )
}

interface MethodButtonProps {
  /** Set on the main button only: the sum to show on it, in whole shillings; 0 shows none. */
  readonly mainSum?: number
  /** The method cannot take the amount, so that a press shows why. */
  readonly isIdle: boolean
  readonly onPress: () => void
  readonly icon: IconName
  readonly testId: string
  readonly label: string
}

/** The button of a payment method: large for the main method, and small for the others. */
const MethodButton = ({ mainSum, isIdle, onPress, icon, testId, label }: MethodButtonProps) => (
  <button
    type="button"
    className={mainSum === undefined ? 'action action-other' : 'action action-main'}
    data-testid={testId}
    data-idle={isIdle || undefined}
    onClick={onPress}
  >
    <Icon name={icon} />
    <span>
      {label}
      {mainSum ? (
        <span className="action-sum" data-size={amountSize(mainSum)}>
          {digitsOf(mainSum)}
        </span>
      ) : null}
    </span>
  </button>
)
