// Refunding a sale: how much and why, the PIN of the cashier and above the owner's limit of a second person, then what
// became of it. A request without an answer is only ever sent again with its own key.
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../kit/api.ts'
import { addTexts } from '../../kit/language.ts'
import { type CreateRefund, createRefund, type Refund } from '../../kit/refund.ts'
import { Sheet } from '../../kit/sheet.tsx'
import { useTillDevice } from '../parts/till-device.ts'
import {
  forgetUnanswered,
  keepUnanswered,
  newRefundOrder,
  type RefundOrder,
  unansweredOrder,
} from './pending-order.ts'
import type { RefundableSale } from './refund.model.ts'
import { tillRefund } from './refund.text.ts'
import { RefundForm } from './refund-form.tsx'
import { RefundPins } from './refund-pins.tsx'
import { RefundResult } from './refund-result.tsx'
import './refund.css'

addTexts('till', tillRefund)

interface RefundSheetProps {
  readonly sale: RefundableSale
  readonly open: boolean
  readonly onClose: () => void
  /** All of a cash sale came out of the drawer: called once the sheet is closed. */
  readonly onGivenBack: () => void
  /** A refund of the sale that is looked at. */
  readonly shown?: Refund | undefined
}

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
  readonly onRefunded: (refund: Refund) => void
}

function RefundSteps({ sale, onClose, onRefunded }: RefundStepsProps) {
  const { caller } = useTillDevice()
  const queries = useQueryClient()
  const [order, setOrder] = useState<RefundOrder | undefined>(unansweredOrder(sale.reference))
  const [refund, setRefund] = useState<Refund>()

  async function send(pins: Partial<CreateRefund>): Promise<ApiError | undefined> {
    if (!order) return undefined
    const answer = await createRefund(caller, order.key, sale.reference, { ...order.order, ...pins })
    if (answer.ok) {
      forgetUnanswered(sale.reference)
      setRefund(answer.value)
      onRefunded(answer.value)
      for (const name of ['refunds', 'sales', 'refund-options'])
        void queries.invalidateQueries({ queryKey: [name] })
      return undefined
    }
    if (answer.apiError.kind === 'unreachable') setOrder(keepUnanswered(sale.reference, order))
    return answer.apiError
  }
  if (refund) return <RefundResult refund={refund} onDone={onClose} />
  if (order)
    return (
      <RefundPins
        amount={order.order.amount ?? sale.amount}
        isUnanswered={order.isUnanswered}
        onPins={send}
        onBack={() => setOrder(undefined)}
      />
    )
  return <RefundForm sale={sale} onChosen={chosen => setOrder(newRefundOrder(chosen))} />
}
