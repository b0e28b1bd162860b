// The dialog before a payout is sent: the registered name first, then amount, fee and what cannot be undone.
// Sending twice pays once.
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api, resultOf } from '../../kit/api.ts'
import { addTexts } from '../../kit/language.ts'
import { moneyOf } from '../../kit/money.ts'
import { phoneOf } from '../../kit/time.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { useCreation } from '../parts/creation.ts'
import { useRead } from '../parts/queries.ts'
import { useReauthentication } from '../parts/reauthentication.tsx'
import { isOtherName, type Payout, type PayoutDraft, payoutBody } from './payout.model.ts'
import { payouts } from './payouts.text.ts'

addTexts('payouts', payouts)

interface SendSheetProps {
  readonly form: PayoutDraft
  readonly quote:
    | { readonly amount: number; readonly fee_amount: number; readonly total_amount: number }
    | undefined
  readonly open: boolean
  readonly onClose: () => void
}

/**
 * Shows the registered name, amount and fee, and sends the payout on confirmation, after the password if the
 * server asks for it.
 */
export function SendSheet({ form, quote, open, onClose }: SendSheetProps) {
  const { t } = useTranslation('payouts')
  const navigate = useNavigate()
  const body = payoutBody(form)
  const registered = useRegisteredName(body, open)
  const send = useReauthentication(
    useCreation((request: typeof body, header) => resultOf(api.v1.payouts.send.post(request, header))),
    'money',
  )
  const destination =
    body.channel === 'mobile'
      ? phoneOf(body.recipient_phone)
      : `${body.recipient_bank} ${body.recipient_account}`
  const close = () => {
    send.reset()
    onClose()
  }
  return (
    <ConfirmDialog
      title={t('ask_title', { money: moneyOf(body.amount) })}
      open={open}
      onClose={close}
      confirm={t('ask_yes')}
      onConfirm={() =>
        send.run(body, reply => {
          // This route answers with a stored text, so Eden has no type for it.
          const { data } = reply as unknown as { data: Payout }
          void navigate({ to: '/payouts/$reference', params: { reference: data.reference } })
        })
      }
      isBusy={send.busy || registered.pending}
      apiError={send.apiError}
    >
      <RegisteredName typedName={body.recipient_name} {...registered} />
      <p className="dialog-fact">{t('ask_to', { name: body.recipient_name, destination })}</p>
      {quote && (
        <p>{t('ask_total', { total: moneyOf(quote.total_amount), fee: moneyOf(quote.fee_amount) })}</p>
      )}
      <p>{t('ask_final')}</p>
      {send.passwordField}
    </ConfirmDialog>
  )
}

interface RegisteredNameRead {
  readonly pending: boolean
  /** Null when the network returns none, or does not answer. */
  readonly name: string | null
}

/** Asks the network, while the dialog is open, for the name registered for the number or account. */
function useRegisteredName(body: ReturnType<typeof payoutBody>, open: boolean): RegisteredNameRead {
  const query =
    body.channel === 'mobile'
      ? { channel: body.channel, recipient_phone: body.recipient_phone }
      : {
          channel: body.channel,
          recipient_bank: body.recipient_bank,
          recipient_account: body.recipient_account,
        }
  const read = useRead(['payout-name', query], header => api.v1.payouts.name.get({ query, ...header }), {
    enabled: open,
  })
  return { pending: open && read.pending && !read.apiError, name: read.data?.data.name ?? null }
}

/**
 * Shows the name that is registered for the number or account, with a warning if it is likely another
 * person's than the typed name.
 */
function RegisteredName({ typedName, pending, name }: RegisteredNameRead & { readonly typedName: string }) {
  const { t } = useTranslation('payouts')
  return (
    <div
      className={`registered-name${name && isOtherName(typedName, name) ? ' note note-warning' : ''}`}
      role="status"
    >
      {pending && t('name_wait')}
      {!pending && name === null && t('name_unknown')}
      {name !== null && (
        <>
          {t('name_registered')} <strong>{name}</strong>
          {isOtherName(typedName, name) && <p>{t('name_other')}</p>}
        </>
      )}
    </div>
  )
}
