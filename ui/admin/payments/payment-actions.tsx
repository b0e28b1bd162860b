// The actions on a payment, each with its dialog: send a payment request, cancel, decide manually, simulate
// the customer in practice.
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readPhone } from '../../../src/domain/phone.ts'
import { api, resultOf } from '../../kit/api.ts'
import { staffCaller } from '../../kit/caller.ts'
import { decisionsOn } from '../../kit/manual-confirmation.model.ts'
import { moneyOf } from '../../kit/money.ts'
import { type Payment, voidPayment } from '../../kit/payment.ts'
import { phoneOf } from '../../kit/time.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { useAccount, useMay } from '../parts/current-account.tsx'
import { Icon } from '../parts/icon.tsx'
import { useAction } from '../parts/queries.ts'
import { DecisionSheet } from './decision-sheet.tsx'
import { actionsOn, type PaymentAction } from './payment.model.ts'
import { SimulateSheet } from './simulate-sheet.tsx'

interface SheetProps {
  readonly payment: Payment
  readonly open: boolean
  readonly onClose: () => void
}

/** The dialog of each action. */
const sheets = {
  push: PushSheet,
  void: VoidSheet,
  decide: ({ payment, open, onClose }: SheetProps) =>
    open && (
      <DecisionSheet
        reference={payment.reference}
        amount={payment.amount.value}
        decisions={decisionsOn(payment)}
        onClose={onClose}
      />
    ),
  simulate: SimulateSheet,
} as const

interface PaymentActionsProps {
  readonly payment: Payment
  /** A different amount was received and is not resolved. */
  readonly hasOtherAmount: boolean
}

/**
 * Draws a button for each action that this person has on the payment, and the dialog of the one that was
 * pressed.
 */
export function PaymentActions({ payment, hasOtherAmount }: PaymentActionsProps) {
  const { t } = useTranslation('payments')
  const [openAction, setOpenAction] = useState<PaymentAction>()
  const { mode } = useAccount()
  const permissions = {
    maySell: useMay('sell'),
    mayConfirm: useMay('confirm_manually'),
    practice: mode === 'sandbox',
    hasOtherAmount,
  }
  const actions = actionsOn(payment, permissions)
  const labels = {
    push: t(payment.payment_type === 'mobile' ? 'push_again' : 'push'),
    void: t('void'),
    decide: t(payment.outcome_unknown ? 'decide' : 'confirm'),
    simulate: t('simulate'),
  }
  return (
    <>
      {actions.map(action => (
        <Button
          key={action}
          variant={action === 'simulate' ? 'filled' : 'default'}
          leftSection={action === 'push' ? <Icon name="phone" size={18} /> : undefined}
          onClick={() => setOpenAction(action)}
        >
          {labels[action]}
        </Button>
      ))}
      {actions.map(action => {
        const ActionSheet = sheets[action]
        return (
          <ActionSheet
            key={action}
            payment={payment}
            open={openAction === action}
            onClose={() => setOpenAction(undefined)}
          />
        )
      })}
    </>
  )
}

/** Asks for a phone number and sends the payment request to it. */
function PushSheet({ payment, open, onClose }: SheetProps) {
  const { t } = useTranslation('payments')
  const [phone, setPhone] = useState(payment.customer.phone && phoneOf(payment.customer.phone))
  const [wasSubmitted, setSubmitted] = useState(false)
  const push = useAction((body: { phone: string }, header) =>
    resultOf(api.v1.payments({ reference: payment.reference }).push.post(body, header)),
  )
  const isWrong = wasSubmitted && readPhone(phone) === undefined
  return (
    <ConfirmDialog
      title={t('push_title')}
      open={open}
      onClose={onClose}
      confirm={t('push_yes')}
      onConfirm={() => {
        setSubmitted(true)
        const validPhone = readPhone(phone)
        if (validPhone) push.run({ phone: validPhone.e164 }, onClose)
      }}
      isBusy={push.busy}
      apiError={push.apiError}
    >
      <p>{t('push_text', { money: moneyOf(payment.amount.value) })}</p>
      <TextInput
        type="tel"
        label={t('push_phone')}
        description={t('push_phone_hint')}
        autoComplete="off"
        size="md"
        value={phone}
        error={isWrong && t('phone_wrong')}
        onChange={event => setPhone(event.currentTarget.value)}
        data-autofocus
      />
    </ConfirmDialog>
  )
}

/** Asks before it cancels the payment, so that the customer can no longer pay it. */
function VoidSheet({ payment, open, onClose }: SheetProps) {
  const { t } = useTranslation('payments')
  const cancel = useAction((reference: string, { headers }) =>
    voidPayment(staffCaller(headers['kaunta-account']), reference),
  )
  return (
    <ConfirmDialog
      title={t('void_title')}
      open={open}
      onClose={onClose}
      confirm={t('void_yes')}
      cancel={t('void_no')}
      onConfirm={() => cancel.run(payment.reference, onClose)}
      isDanger
      isBusy={cancel.busy}
      apiError={cancel.apiError}
    >
      <p>{t('void_text')}</p>
      <p>{t('void_late')}</p>
    </ConfirmDialog>
  )
}
