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
  readonly onEntered: () => void
  readonly onSales: () => void
  /** Called when cash is chosen without an open shift. */
  readonly onShift: () => void
}

/** Shows the entry of a sale. Each account has a draft of its own. */
export const Entry = (props: EntryProps) => <AccountEntry key={useTillDevice().caller.account} {...props} />

/** Leads from the amount over the customer's number or the cash given to the sale. */
function AccountEntry({ isAtCash, onEntered, onSales, onShift }: EntryProps) {
  const { t } = useTranslation('till')
  const { caller, shift } = useTillDevice()
  const { draft, change, finish } = useDraft(caller.account, t('item'))
  const hasProducts = useHasProducts(caller.account)
  // On a small screen the products are in a sheet.
  const [isAtProducts, setAtProducts] = useState(false)
  const [step, setStep] = useState<'amount' | 'number' | 'cash'>(isAtCash ? 'cash' : 'amount')
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the screen comes up
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
  const { apiError } = useSaleState()
  const errorText = useApiErrorText()
  const [showError, setShowError] = useState(false)
  const total = totalOf(draft)
  const fault = amountFault(total)
  const reduction = draftReductionFault(draft, device.role)

  const change = (next: (draft: Draft) => Draft) => {
    clearSaleError()
    setShowError(false)
    onChange(next)
  }
  const press = (key: PadKey) => change(before => pressDraft(before, key))
  const buttonProps = (isIdle: boolean, action: () => void) => ({
    idle: isIdle || reduction !== undefined,
    onPress: () => (isIdle || reduction ? setShowError(true) : action()),
  })
  const buttons = {
    qr: { ...buttonProps(!!fault, onCharge), icon: 'qr', testId: 'charge', word: t('charge') },
    push: { ...buttonProps(!!fault, onPush), icon: 'phone', testId: 'push', word: t('push') },
    cash: { ...buttonProps(total === 0, onCash), icon: 'cash', testId: 'cash', word: t('cash') },
  } as const
  const methods = methodsOf(device)
  const [main, ...others] = methods.map(method => buttons[method])
  useAmountKeys(press, { onEnter: () => main?.onPress() })

  const { hint, isWrong } = useAmountHint(fault, reduction, methods)
  return (
    <main className="entry">
      <div className="entry-top">
        <LastSale onOpen={onSales} />
        <AmountDisplay draft={draft} />
        <EntryLine {...{ draft, onProducts, hint }} onChange={change} showError={showError || isWrong} />
        <p className="entry-error" role="alert">
          {apiError && errorText(apiError)}
        </p>
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
          {main && <MethodButton {...main} sum={draft.items.length > 0 ? total : 0} />}
        </div>
      </div>
    </main>
  )
}

/**
 * Returns what to type, or what is wrong with the amount. Below the minimum of the networks only cash works.
 */
function useAmountHint(
  fault: ReturnType<typeof amountFault>,
  reduction: ReductionFault | undefined,
  methods: ReturnType<typeof methodsOf>,
) {
  const { t } = useTranslation('till')
  const takesCash = methods.includes('cash')
  if (reduction) return { hint: t(reduction, { percent: reductionPercentFree }), isWrong: true }
  if (fault !== 'small') return { hint: fault === 'empty' ? t('amount_hint') : '', isWrong: false }
  if (methods[0] === 'cash') return { hint: '', isWrong: false }
  const money = moneyOf(amountMin)
  return { hint: t(takesCash ? 'amount_small_cash' : 'amount_small', { money }), isWrong: !takesCash }
}

/** Shows the typed amount; with items, their sum until more is typed. */
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

interface MethodButtonProps {
  /** On the main button only: the sum if the digits above show something else, otherwise 0. */
  readonly sum?: number
  readonly idle: boolean
  readonly onPress: () => void
  readonly icon: IconName
  readonly testId: string
  readonly word: string
}

/** The button of a payment method: large for the main one, and small for the others. */
const MethodButton = ({ sum, idle, onPress, icon, testId, word }: MethodButtonProps) => (
  <button
    type="button"
    className={sum === undefined ? 'action action-other' : 'action action-main'}
    data-testid={testId}
    data-idle={idle || undefined}
    onClick={onPress}
  >
    <Icon name={icon} />
    <span>
      {word}
      {sum ? (
        <span className="action-sum" data-size={amountSize(sum)}>
          {digitsOf(sum)}
        </span>
      ) : null}
    </span>
  </button>
)
