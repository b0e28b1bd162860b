// The actions on a sale that has ended or is being checked. The main one is large and has the focus.

import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon, type IconName } from '../../kit/icon.tsx'
import { isConfirmable } from '../../kit/manual-confirmation.model.ts'
import { useTillDevice } from '../parts/till-device.ts'
import { type Paper, printInBrowser } from '../print/paper.tsx'
import { receiptPage, referenceOf } from '../print/print.model.ts'
import { printAtPrinter, usePrinting, wasPrinted } from '../print/print.ts'
import { PrintNote } from '../print/print-note.tsx'
import type { ResultPhase } from './result.tsx'
import type { Sale } from './sale.model.ts'
import { editSale, parkSale, sellAgain } from './sale-actions.ts'

const ConfirmManuallySheet = lazy(() =>
  import('./confirm-manually-sheet.tsx').then(({ ConfirmManuallySheet }) => ({
    default: ConfirmManuallySheet,
  })),
)
const VoidCashSheet = lazy(() =>
  import('./void-cash-sheet.tsx').then(({ VoidCashSheet }) => ({ default: VoidCashSheet })),
)

type Sheet = 'confirm' | 'void'

interface ResultActionsProps {
  readonly phase: ResultPhase
  readonly sale: Sale
  /** The keypad comes up automatically. */
  readonly returns: boolean
  readonly onCash: () => void
}

export function ResultActions({ phase, sale, returns, onCash }: ResultActionsProps) {
  const { t } = useTranslation('till')
  const device = useTillDevice()
  const [sheet, setSheet] = useState<Sheet>()
  const { payment, cash } = sale
  const isPush = payment?.payment_type === 'mobile'
  const missed = phase === 'failed' || phase === 'expired'
  const mayConfirm = device.mayConfirm && payment !== null && isConfirmable(payment)
  const isOld = sale.key === '' // opened from the list: the customer may be gone
  const paper: Paper = { kind: 'receipt', sale, device }
  const reference = device.till?.printer ? referenceOf(sale) : undefined
  const page = reference === undefined ? undefined : receiptPage(reference)
  const printing = usePrinting(page)
  return (
    <div className="result-actions">
      {phase === 'paid' && <PrintNote page={page} paper={paper} />}
      <div className="result-others">
        {missed && (
          <SecondaryAction testId="again" icon={isPush ? 'phone' : 'qr'} onClick={sellAgain}>
            {t(isPush ? 'send_again' : 'show_qr_again')}
          </SecondaryAction>
        )}
        {phase === 'voided' && !cash && !isOld && (
          <SecondaryAction testId="edit-sale" icon="note" onClick={editSale}>
            {t('edit_sale')}
          </SecondaryAction>
        )}
        {missed && device.shift && !isOld && (
          <SecondaryAction testId="pay-cash" icon="cash" onClick={onCash}>
            {t('cash')}
          </SecondaryAction>
        )}
        {mayConfirm && (
          <SecondaryAction testId="confirm-manually" icon="person" onClick={() => setSheet('confirm')}>
            {t('confirm')}
          </SecondaryAction>
        )}
        {phase === 'paid' && (
          <SecondaryAction
            testId="print"
            icon="print"
            onClick={() => (page ? void printAtPrinter(page) : printInBrowser(paper))}
          >
            {t(printing || wasPrinted(page) ? 'print_again' : 'print')}
          </SecondaryAction>
        )}
        {phase === 'paid' && cash?.done && device.shift && (
          <SecondaryAction testId="void-cash" icon="ban" onClick={() => setSheet('void')}>
            {t('cash_void')}
          </SecondaryAction>
        )}
      </div>
      <NewSale returns={returns} />
      <Sheets sale={sale} sheet={sheet} onClose={() => setSheet(undefined)} />
    </div>
  )
}

interface SheetsProps {
  readonly sale: Sale
  readonly sheet: Sheet | undefined
  readonly onClose: () => void
}

/** They load with the result, before they are opened. */
const Sheets = ({ sale: { payment, cash }, sheet, onClose }: SheetsProps) => (
  <Suspense>
    {payment && <ConfirmManuallySheet open={sheet === 'confirm'} onClose={onClose} />}
    {cash?.done && <VoidCashSheet cash={cash.done} open={sheet === 'void'} onClose={onClose} />}
  </Suspense>
)

interface SecondaryActionProps {
  readonly testId: string
  readonly icon: IconName
  readonly onClick: () => void
  readonly children: string
}

const SecondaryAction = ({ testId, icon, onClick, children }: SecondaryActionProps) => (
  <button type="button" className="result-action result-action-second" data-testid={testId} onClick={onClick}>
    <Icon name={icon} size={22} /> <span>{children}</span>
  </button>
)

/** Has the focus, so that Enter starts the next sale. */
function NewSale({ returns }: { readonly returns: boolean }) {
  const { t } = useTranslation('till')
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!document.querySelector('dialog[open]')) button.current?.focus({ preventScroll: true })
  }, [])
  return (
    <button
      ref={button}
      type="button"
      className="result-action"
      data-testid="new-sale"
      data-returns={returns || undefined}
      data-leaves
      onClick={parkSale}
    >
      {t('new_sale')}
    </button>
  )
}
