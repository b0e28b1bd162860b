// The other payment methods for the sale on the screen, and printing its bill.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../kit/api.ts'
import { useApiErrorText } from '../../kit/api-error.ts'
import { Icon, type IconName } from '../../kit/icon.tsx'
import { useTillDevice } from '../parts/till-device.ts'
import { billPage } from '../print/print.model.ts'
import { type Printout, print, usePrintProgress } from '../print/print.ts'
import { PrintNote } from '../print/print-note.tsx'
import type { Sale, WaitingStep } from './sale.model.ts'
import { offerLink, offerQr } from './sale-actions.ts'

interface OtherMethodsProps {
  readonly sale: Sale
  readonly onStep: (step: WaitingStep) => void
}

/**
 * Offers the methods that the sale does not use now: a push if there is a payment to push, a link, a QR code,
 * and cash while a shift is open. For a QR code it also offers to print the bill.
 */
export function OtherMethods({ sale, onStep }: OtherMethodsProps) {
  const { t } = useTranslation('till')
  const device = useTillDevice()
  const errorText = useApiErrorText()
  const { isBusy, apiError, switchMethod } = useMethodSwitch()
  const { takes } = device.account
  const { payment, link, push } = sale
  const isQr = payment?.payment_type === 'dynamic-qr' && !link
  const isPush = payment?.payment_type === 'mobile' && !link
  const bill = useBill(sale)
  return (
    <>
      <p className="entry-error" role="alert">
        {apiError && errorText(apiError)}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be laid out by the browser */}
      <div className="methods" role="group" aria-label={t('methods')}>
        {payment && takes.mobile && (
          <MethodButton
            icon="phone"
            word={t(push ? 'method_push_again' : 'method_push')}
            testId="method-push"
            onClick={() => onStep('push')}
          />
        )}
        {!link && (takes.mobile || takes['dynamic-qr']) && (
          <MethodButton
            icon="link"
            word={t('method_link')}
            testId="method-link"
            isBusy={isBusy}
            onClick={() => void switchMethod(offerLink)}
          />
        )}
        {(link || isPush) && takes['dynamic-qr'] && (
          <MethodButton
            icon="qr"
            word={t('method_qr')}
            testId="method-qr"
            isBusy={isBusy}
            onClick={() => void switchMethod(offerQr)}
          />
        )}
        {device.shift && (
          <MethodButton
            icon="cash"
            word={t('method_cash')}
            testId="method-cash"
            onClick={() => onStep('cash')}
          />
        )}
        {isQr && <BillButton bill={bill} />}
      </div>
      {isQr && <PrintNote {...bill} />}
    </>
  )
}

/** Returns a function that changes the payment method, one change at a time, with its progress and error. */
function useMethodSwitch() {
  const [isBusy, setBusy] = useState(false)
  const [apiError, setApiError] = useState<ApiError>()
  const switchMethod = async (offerMethod: () => Promise<ApiError | undefined>) => {
    if (isBusy) return
    setBusy(true)
    setApiError(await offerMethod())
    setBusy(false)
  }
  return { isBusy, apiError, switchMethod }
}

/** Returns the bill of a sale to print. */
function useBill(sale: Sale): Printout {
  const device = useTillDevice()
  const printerPage = device.till?.printer && sale.payment ? billPage(sale.payment.reference) : undefined
  return { printerPage, browserPage: { kind: 'bill', sale, device } }
}

/** The button that prints the bill, and shows the progress. */
function BillButton({ bill }: { readonly bill: Printout }) {
  const { t } = useTranslation('till')
  const progress = usePrintProgress(bill.printerPage)
  const isBusyOrPrinted = progress?.kind === 'busy' || progress?.kind === 'printed'
  const progressKey = progress?.kind === 'printed' ? 'printed' : 'printing'
  return (
    <MethodButton
      icon={progress?.kind === 'printed' ? 'check' : 'print'}
      word={t(isBusyOrPrinted ? progressKey : 'print_bill')}
      testId="print-bill"
      onClick={() => print(bill)}
    />
  )
}

interface MethodButtonProps {
  readonly icon: IconName
  readonly word: string
  readonly testId: string
  readonly isBusy?: boolean
  readonly onClick: () => void
}

/** The button of a payment method. */
const MethodButton = ({ icon, word, testId, isBusy = false, onClick }: MethodButtonProps) => (
  <button type="button" className="method" data-testid={testId} aria-disabled={isBusy} onClick={onClick}>
    <Icon name={icon} />
    <span>{word}</span>
  </button>
)
