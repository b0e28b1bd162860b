// What may be done with a payment: push, cancel, complete by hand, and in practice decide what the customer
// does.

import { Button, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { confirmationLimits } from '../../../src/domain/payment.ts'
import { readPhone } from '../../../src/domain/phone.ts'
import { api, resultOf } from '../../kit/api.ts'
import { staffCaller } from '../../kit/caller.ts'
import { Icon } from '../../kit/icon.tsx'
import { moneyOf } from '../../kit/money.ts'
import { type Payment, voidPayment } from '../../kit/payment.ts'
import { phoneOf } from '../../kit/time.ts'
import { useAccount, useMay } from '../app/current-account.tsx'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { useAction } from '../parts/queries.ts'
import { actionsOn, type PaymentAction } from './payment.model.ts'
import { SimulateSheet } from './simulate-sheet.tsx'

interface SheetProps {
  readonly payment: Payment
  readonly open: boolean
  readonly onClose: () => void
}

const sheets = { push: PushSheet, void: VoidSheet, complete: CompleteSheet, practise: SimulateSheet } as const

interface PaymentActsProps {
  readonly payment: Payment
  /** Money of another amount came for it and waits for a decision. */
  readonly strayed: boolean
}

export function PaymentActions({ payment, strayed }: PaymentActsProps) {
  const { t } = useTranslation('payments')
  const [asking, setAsking] = useState<PaymentAction>()
  const { mode } = useAccount()
  const doer = {
    maySell: useMay('sell'),
    mayConfirm: useMay('complete_by_hand'),
    practice: mode === 'sandbox',
    strayed,
  }
  const acts = actionsOn(payment, doer)
  const words = {
    push: t(payment.payment_type === 'mobile' ? 'push_again' : 'push'),
    void: t('void'),
    complete: t('complete'),
    practise: t('practise'),
  }
  return (
    <>
      {acts.map(act => (
        <Button
          key={act}
          variant={act === 'practise' ? 'filled' : 'default'}
          leftSection={act === 'push' ? <Icon name="phone" size={18} /> : undefined}
          onClick={() => setAsking(act)}
        >
          {words[act]}
        </Button>
      ))}
      {acts.map(act => {
        const Asked = sheets[act]
        return (
          <Asked key={act} payment={payment} open={asking === act} onClose={() => setAsking(undefined)} />
        )
      })}
    </>
  )
}

function PushSheet({ payment, open, onClose }: SheetProps) {
  const { t } = useTranslation('payments')
  const [phone, setPhone] = useState(payment.customer.phone && phoneOf(payment.customer.phone))
  const [tried, setTried] = useState(false)
  const push = useAction((body: { phone: string }, named) =>
    resultOf(api.v1.payments({ reference: payment.reference }).push.post(body, named)),
  )
  const wrong = tried && readPhone(phone) === undefined
  return (
    <ConfirmDialog
      title={t('push_title')}
      open={open}
      onClose={onClose}
      yes={t('push_yes')}
      onYes={() => {
        setTried(true)
        const read = readPhone(phone)
        if (read) push.run({ phone: read.e164 }, onClose)
      }}
      busy={push.busy}
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
        error={wrong && t('phone_wrong')}
        onChange={event => setPhone(event.currentTarget.value)}
        data-autofocus
      />
    </ConfirmDialog>
  )
}

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
      yes={t('void_yes')}
      onYes={() => cancel.run(payment.reference, onClose)}
      grave
      busy={cancel.busy}
      apiError={cancel.apiError}
    >
      <p>{t('void_text')}</p>
      <p>{t('void_late')}</p>
    </ConfirmDialog>
  )
}

function CompleteSheet({ payment, open, onClose }: SheetProps) {
  const { t } = useTranslation('payments')
  const [reason, setReason] = useState('')
  const [receipt, setReceipt] = useState('')
  const [tried, setTried] = useState(false)
  const complete = useAction((body: { reason: string; receipt_number: string }, named) =>
    resultOf(api.api.v1.payments({ reference: payment.reference }).confirm.post(body, named)),
  )
  const isShort = (value: string, least: number) => value.trim().length < least
  const short = (value: string, least: number) =>
    tried &&
    isShort(value, least) &&
    (value.trim() === '' ? t('field_empty') : t('complete_short', { least }))
  return (
    <ConfirmDialog
      title={t('complete_title')}
      open={open}
      onClose={onClose}
      yes={t('complete_yes')}
      onYes={() => {
        setTried(true)
        if (
          !isShort(reason, confirmationLimits.reasonLeast) &&
          !isShort(receipt, confirmationLimits.receiptLeast)
        )
          complete.run({ reason: reason.trim(), receipt_number: receipt.trim() }, onClose)
      }}
      grave
      busy={complete.busy}
      apiError={complete.apiError}
    >
      <p>{t('complete_text')}</p>
      <TextInput
        label={t('complete_receipt')}
        maxLength={confirmationLimits.receiptMost}
        autoComplete="off"
        autoCapitalize="characters"
        size="md"
        value={receipt}
        error={short(receipt, confirmationLimits.receiptLeast)}
        onChange={event => setReceipt(event.currentTarget.value)}
      />
      <Textarea
        label={t('complete_reason')}
        maxLength={confirmationLimits.reasonMost}
        rows={2}
        size="md"
        value={reason}
        error={short(reason, confirmationLimits.reasonLeast)}
        onChange={event => setReason(event.currentTarget.value)}
      />
    </ConfirmDialog>
  )
}
