// Refunding a sale: how much and why, the PIN of the cashier and above the owner's limit of a second person,
// then what became of it. A request without an answer is only ever sent again with its own key, also after a
// reload.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../kit/api.ts'
import { addTexts } from '../../kit/language.ts'
import { type CreateRefund, createRefund, type Refund } from '../../kit/refund.ts'
import { Sheet } from '../../kit/sheet.tsx'
import { useTillDevice } from '../parts/till-device.ts'
import type { RefundableSale } from './refund.model.ts'
import { tillRefund } from './refund.text.ts'
import { RefundAwaited, RefundRejected } from './refund-awaited.tsx'
import { RefundForm } from './refund-form.tsx'
import { isKeyKnown, orderedAmountOf, type RefundOrder, rejectionOf, senderOf } from './refund-order.model.ts'
import { awaitedOrderOf, forgetOrder, hideBanner, newRefundOrder, storeOrder } from './refund-order.ts'
import { RefundPassword } from './refund-password.tsx'
import { RefundPins } from './refund-pins.tsx'
import { RefundResult } from './refund-result.tsx'
import './refund.css'

addTexts('till', tillRefund)

interface RefundSheetProps {
  readonly sale: RefundableSale
  readonly open: boolean
  readonly onClose: () => void
  /** Called once the sheet is closed, if all of a cash sale was given back from the drawer. */
  readonly onGivenBack: () => void
  /** A refund of the sale to show, instead of ordering one. */
  readonly shown?: Refund | undefined
}

/** Refunds a sale in a sheet, or shows a refund. */
export function RefundSheet({ sale, open, onClose, onGivenBack, shown }: RefundSheetProps) {
  const { t } = useTranslation('till')
  const isGivenBack = useRef(false)
  const close = () => {
    onClose()
    if (isGivenBack.current) onGivenBack()
    isGivenBack.current = false
  }
  return (
    <Sheet title={t(shown ? 'refund_receipt' : 'refund')} open={open} onClose={close}>
      <div className="refund">
        {shown ? (
          <RefundResult refund={shown} onDone={close} />
        ) : (
          <RefundSteps
            sale={sale}
            onClose={close}
            onRefunded={({ way, amount }) => {
              isGivenBack.current = way === 'cash' && amount.value === sale.amount
            }}
          />
        )}
      </div>
    </Sheet>
  )
}

interface RefundStepsProps extends Pick<RefundSheetProps, 'sale' | 'onClose'> {
  /** Called when the server has accepted the refund. */
  readonly onRefunded: (refund: Refund) => void
}

type Step =
  | { readonly kind: 'form' }
  /** The sender confirms with PINs, or with the password where a person is logged in. */
  | {
      readonly kind: 'confirm'
      readonly order: RefundOrder
      readonly apiError?: ApiError
      /** The refund was sent before, and is known not to be done. */
      readonly isAgain?: boolean
    }
  | { readonly kind: 'awaited'; readonly order: RefundOrder }
  | { readonly kind: 'rejected'; readonly apiError: ApiError }
  | { readonly kind: 'sent'; readonly refund: Refund }

/** Returns the step to begin with: if an earlier order has no answer yet, the sheet waits for that first. */
const firstStep = (awaited: RefundOrder | undefined): Step =>
  awaited ? { kind: 'awaited', order: awaited } : { kind: 'form' }

/** Leads from the form through the confirmation to the result. */
function RefundSteps({ sale, onClose, onRefunded }: RefundStepsProps) {
  const sender = senderOf(useTillDevice())
  const [step, setStep] = useState<Step>(() => firstStep(awaitedOrderOf(sender, sale)))
  const send = useSendOrder(sale, setStep, onRefunded)
  useEffect(() => hideBanner(sale.reference), [sale.reference])
  const [isBusy, setBusy] = useState(false)

  async function sendAgain(order: RefundOrder): Promise<ApiError | undefined> {
    const apiError = await send(order, { wasSent: true })
    const rejection = apiError ? rejectionOf(apiError) : undefined
    if (rejection === 'pin') setStep({ kind: 'confirm', order, isAgain: true })
    if (apiError && rejection === 'rejected') setStep({ kind: 'rejected', apiError })
    return apiError
  }
  async function sendOrConfirm(request: CreateRefund): Promise<void> {
    if (isBusy) return
    const order = newRefundOrder(sender, sale, request)
    // A till always needs a PIN; a person who is logged in needs a password only if the server asks for it.
    if (sender.till !== null) return setStep({ kind: 'confirm', order })
    setBusy(true)
    const apiError = await send(order)
    setBusy(false)
    const rejection = apiError ? rejectionOf(apiError) : undefined
    if (apiError && rejection === 'password') setStep({ kind: 'confirm', order, apiError })
    if (apiError && rejection === 'rejected') setStep({ kind: 'rejected', apiError })
  }
  const restart = () => setStep({ kind: 'form' })
  switch (step.kind) {
    case 'sent':
      return <RefundResult refund={step.refund} onDone={onClose} />
    case 'awaited':
      return <RefundAwaited refundOrder={step.order} onAsk={() => sendAgain(step.order)} />
    case 'rejected':
      return <RefundRejected apiError={step.apiError} onBack={restart} />
    case 'confirm': {
      const { order, apiError, isAgain = false } = step
      const amount = orderedAmountOf(order)
      return sender.till === null ? (
        <RefundPassword amount={amount} firstError={apiError} onSend={() => send(order)} onBack={restart} />
      ) : (
        <RefundPins
          amount={amount}
          isAgain={isAgain}
          onPins={pins => send(order, { pins })}
          onBack={restart}
        />
      )
    }
    case 'form':
      return <RefundForm sale={sale} onChosen={sendOrConfirm} isBusy={isBusy} />
  }
}

interface SendOptions {
  readonly pins?: Partial<CreateRefund>
  /** The order was sent before, and had no answer. */
  readonly wasSent?: boolean
}

/**
 * Returns a function that sends an order, sets the step that its answer leads to, and returns the error, if
 * there is one. An order whose key the server has forgotten is dropped, and the form is shown again.
 */
function useSendOrder(
  { reference }: RefundableSale,
  setStep: (step: Step) => void,
  onRefunded: (refund: Refund) => void,
) {
  const { caller } = useTillDevice()
  const queries = useQueryClient()
  return async (
    order: RefundOrder,
    { pins, wasSent = false }: SendOptions = {},
  ): Promise<ApiError | undefined> => {
    if (!isKeyKnown(order, Date.now())) {
      forgetOrder(order)
      setStep({ kind: 'form' })
      return undefined
    }
    storeOrder(order)
    const answer = await createRefund(caller, order.key, reference, { ...order.order, ...pins })
    if (answer.ok) {
      forgetOrder(order)
      setStep({ kind: 'sent', refund: answer.value })
      onRefunded(answer.value)
      for (const name of ['refunds', 'sales', 'refund-options'])
        void queries.invalidateQueries({ queryKey: [name] })
      return undefined
    }
    const rejection = rejectionOf(answer.apiError)
    if (rejection === 'open') setStep({ kind: 'awaited', order })
    // An order that was sent before may have been done, even if the server asks for the password first.
    else if (rejection !== 'password' || !wasSent) forgetOrder(order)
    return answer.apiError
  }
}
