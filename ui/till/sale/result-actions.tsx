// What can be done with a sale that has ended, or that nobody knows of yet. The usual one is large and has
// the focus.
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon, type IconName } from '../../kit/icon.tsx'
import { useTillDevice } from '../app/till-device.ts'
import { type Paper, printPaper } from '../print/paper.tsx'
import { receiptPage, referenceOf } from '../print/print.model.ts'
import { printThere, usePrinting } from '../print/print.ts'
import { PrintNote } from '../print/print-note.tsx'
import { ConfirmManuallySheet } from './confirm-manually-sheet.tsx'
import type { ResultPhase } from './result.tsx'
import type { Sale } from './sale.model.ts'
import { changeOrder, leaveSale, sellAgain } from './sale-actions.ts'
import { VoidCashSheet } from './void-cash-sheet.tsx'

interface VerdictActsProps {
  readonly face: ResultPhase
  readonly sale: Sale
  readonly onCash: () => void
}

export function ResultActions({ face, sale, onCash }: VerdictActsProps) {
  const { t } = useTranslation('till')
  const counter = useTillDevice()
  const [sheet, setSheet] = useState<'complete' | 'void'>()
  const close = () => setSheet(undefined)
  const { payment, cash } = sale
  const missed = face === 'failed' || face === 'expired'
  const mayConfirm =
    counter.mayConfirm && payment !== null && payment.status !== 'voided' && (missed || face === 'unknown')
  const isOld = sale.key === '' // opened from the list: who knows whether the customer is still there
  const paper: Paper = { kind: 'receipt', sale, counter }
  const reference = counter.till?.printer ? referenceOf(sale) : undefined
  const page = reference === undefined ? undefined : receiptPage(reference)
  const printing = usePrinting(page)
  return (
    <div className="verdict-acts">
      {face === 'paid' && <PrintNote page={page} paper={paper} />}
      <div className="verdict-others">
        {missed && (
          <Other testId="again" icon="qr" onClick={sellAgain}>
            {t('again')}
          </Other>
        )}
        {face === 'voided' && !cash && !isOld && (
          <Other testId="change-sale" icon="note" onClick={changeOrder}>
            {t('change_sale')}
          </Other>
        )}
        {missed && counter.shift && !isOld && (
          <Other testId="verdict-cash" icon="cash" onClick={onCash}>
            {t('cash')}
          </Other>
        )}
        {mayConfirm && (
          <Other testId="by-hand" icon="person" onClick={() => setSheet('complete')}>
            {t('complete')}
          </Other>
        )}
        {face === 'paid' && (
          <Other
            testId="print"
            icon="print"
            onClick={() => (page ? void printThere(page) : printPaper(paper))}
          >
            {t(isOld || printing ? 'print_again' : 'print')}
          </Other>
        )}
        {face === 'paid' && cash?.done && counter.shift && (
          <Other testId="void-cash" icon="ban" onClick={() => setSheet('void')}>
            {t('cash_void')}
          </Other>
        )}
      </div>
      <NewSale />
      {payment && <ConfirmManuallySheet open={sheet === 'complete'} onClose={close} />}
      {cash?.done && <VoidCashSheet cash={cash.done} open={sheet === 'void'} onClose={close} />}
    </div>
  )
}

interface OtherProps {
  readonly testId: string
  readonly icon: IconName
  readonly onClick: () => void
  readonly children: string
}

const Other = ({ testId, icon, onClick, children }: OtherProps) => (
  <button type="button" className="verdict-act verdict-second" data-testid={testId} onClick={onClick}>
    <Icon name={icon} size={22} /> <span>{children}</span>
  </button>
)

/** Has the focus, so that Enter goes on to the next customer. */
function NewSale() {
  const { t } = useTranslation('till')
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!document.querySelector('dialog[open]')) button.current?.focus({ preventScroll: true })
  }, [])
  return (
    <button
      ref={button}
      type="button"
      className="verdict-act"
      data-testid="new-sale"
      data-leaves
      onClick={leaveSale}
    >
      {t('new_sale')}
    </button>
  )
}
