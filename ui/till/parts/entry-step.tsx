// The entry of a customer's number and of the cash given. They are not part of the first load: they load once
// a cashier can sell.
import { type ComponentProps, lazy, Suspense } from 'react'

const loadNumber = () => import('./number-entry.tsx')
const loadCash = () => import('./cash-entry.tsx')
const NumberEntry = lazy(() => loadNumber().then(({ NumberEntry }) => ({ default: NumberEntry })))
const CashEntry = lazy(() => loadCash().then(({ CashEntry }) => ({ default: CashEntry })))

/** Loads both steps ahead of their use. */
export const loadEntrySteps = () => Promise.all([loadNumber(), loadCash()])

/** Asks for the customer's number. */
export const NumberStep = (props: ComponentProps<typeof NumberEntry>) => (
  <Suspense fallback={<main className="entry" />}>
    <NumberEntry {...props} />
  </Suspense>
)

/** Asks for the cash given. */
export const CashStep = (props: ComponentProps<typeof CashEntry>) => (
  <Suspense fallback={<main className="entry" />}>
    <CashEntry {...props} />
  </Suspense>
)
