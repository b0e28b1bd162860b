// A refund whose customer has to name the wallet: the code that they scan with their phone, or their number,
// entered here.
import { Button, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readPhone } from '../../../src/domain/phone.ts'
import type { ApiError } from '../../kit/api.ts'
import { useApiErrorText } from '../../kit/api-error.ts'
import { Icon } from '../../kit/icon.tsx'
import { moneyOf } from '../../kit/money.ts'
import { QrCode } from '../../kit/qr-code.tsx'
import { nameRefundRecipient, type Refund } from '../../kit/refund.ts'
import { useTillDevice } from '../parts/till-device.ts'
import { rejectionOf } from './refund-order.model.ts'
import { RefundPassword } from './refund-password.tsx'

interface RefundClaimProps {
  readonly refund: Refund
}

/** Lets the customer name the wallet with the code, or the cashier enter its number. */
export function RefundClaim({ refund }: RefundClaimProps) {
  const { t } = useTranslation('till')
  const [isEnteringNumber, setEnteringNumber] = useState(false)
  const { claim_url: claimUrl } = refund
  if (claimUrl === null) return <NumberForm refund={refund} />
  if (isEnteringNumber)
    return (
      <>
        <p className="sheet-text refund-claim-text">{t('refund_text_recipient_needed')}</p>
        <NumberForm refund={refund} />
      </>
    )
  return (
    <div className="refund-claim">
      <p className="sheet-text refund-claim-text">{t('refund_text_claim')}</p>
      <QrCode text={claimUrl} label={t('refund_claim_code')} />
      <Button
        variant="default"
        size="lg"
        fullWidth
        leftSection={<Icon name="phone" size={20} />}
        data-testid="refund-number-instead"
        onClick={() => setEnteringNumber(true)}
      >
        {t('refund_number_instead')}
      </Button>
    </div>
  )
}

/**
 * Returns a function that sends the number of the wallet (in E.164) which gets the refund, and returns the
 * error, if there is one.
 */
function useNameWallet({ id }: Refund): (phone: string) => Promise<ApiError | undefined> {
  const { caller } = useTillDevice()
  const queries = useQueryClient()
  return async phone => {
    const answer = await nameRefundRecipient(caller, id, phone)
    if (answer.ok) queries.setQueryData(['refund', id], answer.value)
    void queries.invalidateQueries({ queryKey: ['refunds'] })
    return answer.ok ? undefined : answer.apiError
  }
}

/** Asks for the number of the wallet, and then for the password if the server wants it. */
function NumberForm({ refund }: RefundClaimProps) {
  const { t } = useTranslation('till')
  const nameWallet = useNameWallet(refund)
  const errorText = useApiErrorText()
  const [digits, setDigits] = useState('')
  const [isWrong, setWrong] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [apiError, setApiError] = useState<ApiError>()
  const phone = readPhone(digits)
  async function submit(event: FormEvent) {
    event.preventDefault()
    setWrong(!phone)
    if (!phone || isBusy) return
    setBusy(true)
    setApiError(await nameWallet(phone.e164))
    setBusy(false)
  }
  if (phone && apiError && rejectionOf(apiError) === 'password')
    return (
      <RefundPassword
        amount={refund.amount.value}
        firstError={apiError}
        onSend={() => nameWallet(phone.e164)}
        backText="back"
        onBack={() => setApiError(undefined)}
      />
    )
  return (
    <form className="refund-form" onSubmit={submit} noValidate>
      <TextInput
        label={t('refund_number')}
        placeholder="07"
        size="md"
        inputMode="tel"
        autoComplete="off"
        maxLength={20}
        autoFocus
        data-testid="refund-number"
        value={digits}
        error={isWrong && t('refund_number_wrong')}
        onChange={event => {
          setWrong(false)
          setDigits(event.currentTarget.value)
        }}
      />
      <p className="form-error" role="alert">
        {apiError && errorText(apiError)}
      </p>
      <Button type="submit" size="lg" fullWidth loading={isBusy} data-testid="refund-number-send">
        {t('refund_number_go', { money: moneyOf(refund.amount.value) })}
      </Button>
    </form>
  )
}
