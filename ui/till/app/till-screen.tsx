// The till screen: banners, then the keypad with recent sales, the sale under way, or the shift.
import { type ComponentProps, lazy, Suspense, useEffect, useState } from 'react'
import { useWakeLock } from '../../kit/wake-lock.ts'
import { Entry } from '../entry/entry.tsx'
import { SalesSheet } from '../entry/sales-panel.tsx'
import type { AccountChoice } from '../parts/account.model.ts'
import { loadEntrySteps } from '../parts/entry-step.tsx'
import { PracticeBanner } from '../parts/practice-banner.tsx'
import { useReloadOnNews } from '../parts/sales-stream.ts'
import { useTillDevice } from '../parts/till-device.ts'
import { loadPaper } from '../print/print-root.tsx'
import { useHasProducts } from '../products/has-products.ts'
import { PaidBanners } from '../sale/paid-banner.tsx'
import { loadRetryActions } from '../sale/result-actions.tsx'
import { type Sale, salePhaseOf } from '../sale/sale.model.ts'
import { beginNextSale } from '../sale/sale-actions.ts'
import { SaleScreen } from '../sale/sale-screen.tsx'
import { saleState, useSaleState } from '../sale/sale-store.ts'
import { NetworkBanner } from './banner.tsx'
import { TillHead } from './till-head.tsx'

/** Loaded once a cashier can sell. */
const loadDisplay = () => import('../display/display-sheet.tsx')
const DisplaySheet = lazy(() => loadDisplay().then(({ DisplaySheet }) => ({ default: DisplaySheet })))
const SettingsSheet = lazy(() =>
  import('./settings-sheet.tsx').then(({ SettingsSheet }) => ({ default: SettingsSheet })),
)
const Scanner = lazy(() => import('../products/scanner.tsx').then(({ Scanner }) => ({ default: Scanner })))

/** If the screen shows a paid sale, begins the next one, as a number key does. Returns whether it did. */
function leavePaid(): boolean {
  const { sale } = saleState()
  const isPaid = sale !== undefined && salePhaseOf(sale) === 'paid'
  if (isPaid) beginNextSale()
  return isPaid
}

/** Listens to a scanner if the shop has a price list. The listener loads later. */
const LaterScanner = () =>
  useHasProducts(useTillDevice().account.id) ? <Scanner leavePaid={leavePaid} /> : null

const loadRefunds = () => import('../sale/refund-banner.tsx')
const RefundBanner = lazy(() => loadRefunds().then(({ RefundBanner }) => ({ default: RefundBanner })))
const loadShift = () => import('../shift/shift-page.tsx')
const ShiftPage = lazy(() => loadShift().then(({ ShiftPage }) => ({ default: ShiftPage })))

/** The shift page, which loads later. */
const LaterShiftPage = (props: ComponentProps<typeof ShiftPage>) => (
  <Suspense fallback={<div className="till-screen" />}>
    <ShiftPage {...props} />
  </Suspense>
)

/** Returns the current sale. Also reloads the recent sales after news, and preloads the next steps' code. */
function useSaleAndNews(): Sale | undefined {
  const { sale } = useSaleState()
  useReloadOnNews('sales')
  useEffect(() => {
    void loadEntrySteps()
    void loadRetryActions()
    void loadShift()
    void loadDisplay()
    void loadPaper()
  }, [])
  return sale
}

interface TillScreenProps {
  readonly onSwitchCashier: (() => void) | undefined
  /** Set if the person may change the account. */
  readonly choice: AccountChoice | undefined
}

/** Returns whether the customer may still pay the sale. */
const isOpenSale = (sale: Sale) => ['creating', 'waiting', 'unknown'].includes(salePhaseOf(sale))

/** Shows on every screen what a cashier has yet to look at, and listens to a scanner. */
const WaitingBanners = () => (
  <>
    <PaidBanners />
    <Suspense>
      <LaterScanner />
      <RefundBanner />
    </Suspense>
  </>
)

/** Why the shift page is shown: on request, or because a cash sale needs a shift. */
type ShiftPurpose = 'overview' | 'for cash'

/** Shows the sale under way, else the shift page if it was opened, else the keypad. */
export function TillScreen({ onSwitchCashier, choice }: TillScreenProps) {
  const { account } = useTillDevice()
  const sale = useSaleAndNews()
  const [sheet, setSheet] = useState<'sales' | 'settings' | 'display'>()
  const [shiftPurpose, setShiftPurpose] = useState<ShiftPurpose>()
  const [isAtCash, setAtCash] = useState(false) // a shift was opened for a cash sale, which continues
  useWakeLock(sale !== undefined && isOpenSale(sale))
  // A sheet reports its closing a moment later, when another one may be open.
  const close = (name: typeof sheet) => () => setSheet(current => (current === name ? undefined : current))
  const openShift = (purpose: ShiftPurpose) => () => {
    setSheet(undefined)
    setShiftPurpose(purpose)
  }
  const leaveShift = (next: 'amount' | 'cash') => {
    setAtCash(next === 'cash')
    setShiftPurpose(undefined)
  }
  return (
    <div className="till" data-practice={account.mode === 'sandbox' || undefined}>
      {account.mode === 'sandbox' && <PracticeBanner />}
      {/* Outages are announced before the next amount is typed. */}
      {!(sale && isOpenSale(sale)) && <NetworkBanner />}
      <WaitingBanners />
      {sale ? (
        <SaleScreen sale={sale} />
      ) : shiftPurpose ? (
        <LaterShiftPage
          onBack={() => leaveShift('amount')}
          onOpened={shiftPurpose === 'for cash' ? () => leaveShift('cash') : undefined}
        />
      ) : (
        <div className="till-screen">
          <TillHead
            onSales={() => setSheet('sales')}
            onSettings={() => setSheet('settings')}
            onSwitchCashier={onSwitchCashier}
          />
          <Entry
            isAtCash={isAtCash}
            onEntered={() => setAtCash(false)}
            onSales={() => setSheet('sales')}
            onShift={openShift('for cash')}
          />
        </div>
      )}
      <SalesSheet open={sheet === 'sales' && !sale} onClose={close('sales')} />
      <Suspense>
        {sheet === 'display' && <DisplaySheet open={!sale} onClose={close('display')} />}
        <SettingsSheet
          open={sheet === 'settings' && !sale}
          onClose={close('settings')}
          choice={choice}
          onShift={openShift('overview')}
          onSwitchCashier={onSwitchCashier}
          onDisplay={() => setSheet('display')}
        />
      </Suspense>
    </div>
  )
}
