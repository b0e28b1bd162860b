// A sale over the shop's own till number: the number to pay to, and the messages to choose from when several
// sales or messages fit. A message with another amount is shown and cannot be chosen.
import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../kit/api.ts'
import { useApiErrorText } from '../../kit/api-error.ts'
import { serverNow } from '../../kit/clock.ts'
import { addTexts } from '../../kit/language.ts'
import { moneyOf } from '../../kit/money.ts'
import { fetchSmsChoices, type Payment, type SmsChoice } from '../../kit/payment.ts'
import { valueOrThrow } from '../../kit/query.ts'
import { Sheet } from '../../kit/sheet.tsx'
import { shortDateTimeOf } from '../../kit/time.ts'
import { useTillDevice } from '../parts/till-device.ts'
import { claimSms } from './sale-actions.ts'
import { tillSms } from './sms-choice.text.ts'

addTexts('till', tillSms)

/** How often the messages are fetched. */
const refreshMs = 3_000

/**
 * Lists the messages that may be for this sale. The cashier chooses one, or confirms its last digits first.
 */
export function SmsChoices({ payment }: { readonly payment: Payment }) {
  const { t } = useTranslation('till')
  const { caller } = useTillDevice()
  const errorText = useApiErrorText()
  const [digitsFor, setDigitsFor] = useState<SmsChoice>()
  const [apiError, setApiError] = useState<ApiError>()
  const { data } = useQuery({
    queryKey: ['sms', payment.reference],
    queryFn: () => valueOrThrow(fetchSmsChoices(caller, payment.reference)),
    refetchInterval: refreshMs,
  })
  const messages = data?.data.items ?? []
  if (messages.length === 0) return null
  const choose = async (sms: SmsChoice) =>
    sms.needs_digits ? setDigitsFor(sms) : setApiError(await claimSms(sms.id))
  return (
    <section className="sms-choices" aria-label={t('sms_title')}>
      <h2>{t(messages.some(({ fits }) => fits) ? 'sms_title' : 'sms_other_title')}</h2>
      {messages.map(sms => (
        <SmsButton key={sms.id} sms={sms} onChoose={() => void choose(sms)} />
      ))}
      <p className="entry-error" role="alert">
        {apiError && errorText(apiError)}
      </p>
      <Sheet
        title={t('sms_digits_title')}
        open={digitsFor !== undefined}
        onClose={() => setDigitsFor(undefined)}
      >
        {digitsFor && <DigitsForm sms={digitsFor} onDone={() => setDigitsFor(undefined)} />}
      </Sheet>
    </section>
  )
}

/** Returns whether the message may be invented, because its balance does not fit or is missing. */
const isBalanceUnsure = ({ reason }: SmsChoice) =>
  reason === 'balance_missing' || reason === 'balance_unexplained'

/** Shows a message, as a button if its amount fits the sale. */
function SmsButton({ sms, onChoose }: { readonly sms: SmsChoice; readonly onChoose: () => void }) {
  const { t } = useTranslation('till')
  const { account } = useTillDevice()
  const { amount, payer_name, payer_phone, transaction_id_end: end } = sms
  const payer = [payer_name, payer_phone].filter(Boolean).join(' · ') || t('sms_payer_unknown')
  const details = (
    <>
      <strong>{amount && moneyOf(amount.value)}</strong>
      <span>{payer}</span>
      <span>
        {shortDateTimeOf(sms.paid_at ?? sms.received_at, account.time_zone, serverNow())}
        {end && ` · …${end}`}
      </span>
    </>
  )
  return sms.fits ? (
    <button type="button" className="sms-choice" data-testid="sms-choice" onClick={onChoose}>
      {details}
      {isBalanceUnsure(sms) && <em className="sms-warning">{t('sms_balance_unsure')}</em>}
    </button>
  ) : (
    <p className="sms-choice" data-other="true">
      {details}
      <em>{t('sms_other_amount')}</em>
    </p>
  )
}

/** Asks for the digits of the message that the customer can show. */
function DigitsForm({ sms, onDone }: { readonly sms: SmsChoice; readonly onDone: () => void }) {
  const { t } = useTranslation('till')
  const errorText = useApiErrorText()
  const [digits, setDigits] = useState('')
  const [apiError, setApiError] = useState<ApiError>()
  const [isBusy, setBusy] = useState(false)
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy || digits.trim() === '') return
    setBusy(true)
    const error = await claimSms(sms.id, digits.trim())
    setBusy(false)
    setApiError(error)
    if (!error) onDone()
  }
  return (
    <form className="form" onSubmit={submit} noValidate>
      <p className="sheet-text">{t('sms_digits_text')}</p>
      <TextInput
        label={t('sms_digits')}
        size="md"
        maxLength={20}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        data-autofocus
        data-testid="sms-digits"
        value={digits}
        onChange={event => setDigits(event.currentTarget.value)}
      />
      <p className="form-error" role="alert">
        {apiError && errorText(apiError)}
      </p>
      <Button type="submit" size="lg" fullWidth loading={isBusy}>
        {t('sms_digits_submit')}
      </Button>
    </form>
  )
}
