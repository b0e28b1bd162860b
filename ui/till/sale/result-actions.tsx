// The actions on a sale that has ended or is being checked. The main one is large and has the focus.

import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isConfirmable } from '../../kit/manual-confirmation.model.ts'
import { useTillDevice } from '../parts/till-device.ts'
import { print } from '../print/print.ts'
import { PrintNote } from '../print/print-note.tsx'
import { useReceiptPrint } from '../print/receipt-print.ts'
import { FocusedAction, SecondaryAction } from './result-action.tsx'
import { type ResultPhase, type ResultStep, refundableOf, type Sale, salePhaseOf } from './sale.model.ts'
import { beginNextSale, editSale, markGivenBack } from './sale-actions.ts'
import { useReceiptShare } from './share.ts'

/** Loads the ways to try again ahead of their use. */
export const loadRetryActions = () => import('./retry-actions.tsx')
const RetryActions = lazy(() => loadRetryActions().then(({ RetryActions }) => ({ default: RetryActions })))
const ConfirmManuallySheet = lazy(() =>
  import('./confirm-manually-sheet.tsx').then(({ ConfirmManuallySheet }) => ({
    default: ConfirmManuallySheet,
  })),
)
const RefundSheet = lazy(() =>
  import('../refund/refund-sheet.tsx').then(({ RefundSheet }) => ({ default: RefundSheet })),
)

const ShareSheet = lazy(() => import('./share-sheet.tsx').then(({ ShareSheet }) => ({ default: ShareSheet })))

type Sheet = 'confirm' | 'refund' | 'share'

interface ResultActionsProps {
  readonly phase: ResultPhase
  readonly sale: Sale
  /** The till goes back to the keypad automatically. */
  readonly returns: boolean
  readonly onStep: (step: ResultStep) => void
}

/** Offers what a cashier can do with a sale in this phase. */
export function ResultActions({ phase, sale, returns, onStep }: ResultActionsProps) {
  const { t } = useTranslation('till')
  const device = useTillDevice()
  const [sheet, setSheet] = useState<Sheet>()
  const { payment, cash } = sale
  const isUnpaid = phase === 'failed' || phase === 'expired'
  const mayConfirm = device.mayConfirm && payment !== null && isConfirmable(payment)
  const isFromList = sale.key === ''
  // The customer of a sale from the list may be gone, so the next sale is the main action there.
  const isRetryMain = isUnpaid && !isFromList
  const { receipt, label } = useReceiptPrint(sale)
  return (
    <div className="result-actions">
      {phase === 'paid' && <PrintNote {...receipt} />}
      <Suspense>{isUnpaid && <RetryActions sale={sale} isMain={isRetryMain} onStep={onStep} />}</Suspense>
      <div className="result-others">
        {phase === 'voided' && !cash && !isFromList && (
          <SecondaryAction testId="edit-sale" icon="note" onClick={editSale}>
            {t('edit_sale')}
          </SecondaryAction>
        )}
        {mayConfirm && (
          <SecondaryAction testId="confirm-manually" icon="person" onClick={() => setSheet('confirm')}>
            {t('confirm')}
          </SecondaryAction>
        )}
        {phase === 'paid' && (
          <SecondaryAction testId="print" icon="print" onClick={() => print(receipt)}>
            {t(label)}
          </SecondaryAction>
        )}
        {phase === 'paid' && (
          <SecondaryAction testId="share" icon="send" onClick={() => setSheet('share')}>
            {t('share')}
          </SecondaryAction>
        )}
        {device.mayRefund && refundableOf(sale) && (
          <SecondaryAction testId="refund" icon="again" onClick={() => setSheet('refund')}>
            {t('refund')}
          </SecondaryAction>
        )}
      </div>
      <NewSale isMain={!isRetryMain} returns={returns} />
      <Sheets sale={sale} sheet={sheet} onClose={() => setSheet(undefined)} />
    </div>
  )
}

interface NewSaleProps {
  readonly isMain: boolean
  readonly returns: boolean
}

/** The button that begins the next sale. */
function NewSale({ isMain, returns }: NewSaleProps) {
  const { t } = useTranslation('till')
  return isMain ? (
    <FocusedAction testId="new-sale" returns={returns} leaves onClick={beginNextSale}>
      {t('new_sale')}
    </FocusedAction>
  ) : (
    <SecondaryAction testId="new-sale" icon="next" leaves onClick={beginNextSale}>
      {t('new_sale')}
    </SecondaryAction>
  )
}

interface SheetsProps {
  readonly sale: Sale
  readonly sheet: Sheet | undefined
  readonly onClose: () => void
}

/** The sheets of the actions. They are mounted with the result, so that they are loaded before a tap. */
function Sheets({ sale, sheet, onClose }: SheetsProps) {
  const { t } = useTranslation('till')
  const { payment } = sale
  const share = useReceiptShare(sale)
  const refundable = refundableOf(sale)
  return (
    <Suspense>
      {payment && <ConfirmManuallySheet open={sheet === 'confirm'} onClose={onClose} />}
      {refundable && (
        <RefundSheet
          sale={refundable}
          open={sheet === 'refund'}
          onClose={onClose}
          onGivenBack={markGivenBack}
        />
      )}
      {salePhaseOf(sale) === 'paid' && (
        <ShareSheet
          {...share}
          title={t('share_title')}
          label={t('share_code')}
          open={sheet === 'share'}
          onClose={onClose}
        />
      )}
    </Suspense>
  )
}
