// The PINs behind a refund: the cashier's, and once the server asks for it a second person's.
import { Button, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../kit/api.ts'
import { moneyOf } from '../../kit/money.ts'
import { valueOrThrow } from '../../kit/query.ts'
import type { CreateRefund } from '../../kit/refund.ts'
import { fetchCashiers, type SignInName } from '../../kit/till.ts'
import { PinPad } from '../parts/pin-pad.tsx'
import { useTillDevice } from '../parts/till-device.ts'

interface RefundPinsProps {
  /** Whole shillings. */
  readonly amount: number
  /** The refund was sent before, and is known not to be done. */
  readonly isAgain: boolean
  /** Sends the refund with PINs, and returns the error if there is one. */
  readonly onPins: (
    pins: Pick<CreateRefund, 'pin' | 'approver_id' | 'approver_pin'>,
  ) => Promise<ApiError | undefined>
  readonly onBack: () => void
}

/** Asks for the cashier's PIN and, if the server wants an approval, for a second person and their PIN. */
export function RefundPins({ amount, isAgain, onPins, onBack }: RefundPinsProps) {
  const { t } = useTranslation('till')
  const { cashier } = useTillDevice()
  const { data, isError, refetch } = useQuery({
    queryKey: ['cashiers'],
    queryFn: () => valueOrThrow(fetchCashiers()),
    retry: 2,
  })
  // The cashier's PIN, kept once the server asks for a second person.
  const [pin, setPin] = useState<string>()
  const [approver, setApprover] = useState<SignInName>()
  const self = data?.find(({ id }) => id === cashier?.id)
  const money = moneyOf(amount)
  const sendWithPin = async (ownPin: string) => {
    const error = await onPins({ pin: ownPin })
    const needsApproval = error?.kind === 'refused' && error.reason === 'refund_approval_needed'
    if (needsApproval) setPin(ownPin)
    return needsApproval ? undefined : error
  }
  const sendWithApproval = (approverPin: string) =>
    onPins({ pin: pin ?? '', approver_id: approver?.id ?? '', approver_pin: approverPin })
  if (!data || !self) {
    const loadState = isError ? 'failed' : 'loading'
    return <NoPin why={data ? 'gone' : loadState} onLoad={() => void refetch()} onBack={onBack} />
  }
  return (
    <div className="refund-pins" data-testid="refund-pins">
      {isAgain && pin === undefined && (
        <p className="refund-note" role="status">
          {t('refund_send_again')}
        </p>
      )}
      {pin === undefined ? (
        <Pin
          key="self"
          label={t('refund_pin', { money })}
          person={self}
          onPin={sendWithPin}
          onBack={onBack}
        />
      ) : approver ? (
        <Pin
          key={approver.id}
          label={t('refund_approval_pin', { money, name: approver.name })}
          person={approver}
          onPin={sendWithApproval}
          onBack={() => setApprover(undefined)}
        />
      ) : (
        <Approvers
          people={data.filter(signInName => signInName.may_approve_refunds && signInName.id !== self.id)}
          onChoose={setApprover}
        />
      )}
      <Button variant="default" size="md" fullWidth data-testid="refund-back" onClick={onBack}>
        {t('refund_back')}
      </Button>
    </div>
  )
}

interface NoPinProps {
  /** `gone`: this cashier is no longer in the list. */
  readonly why: 'loading' | 'failed' | 'gone'
  readonly onLoad: () => void
  readonly onBack: () => void
}

/** Shows why no PIN can be entered. */
function NoPin({ why, onLoad, onBack }: NoPinProps) {
  const { t } = useTranslation('till')
  return (
    <div className="refund-pins">
      {why === 'loading' && <Loader color="gray" mx="auto" />}
      {why === 'gone' && <p role="alert">{t('refund_cashier_gone')}</p>}
      {why === 'failed' && (
        <Button variant="default" size="lg" fullWidth onClick={onLoad}>
          {t('cashiers_failed')}
        </Button>
      )}
      <Button variant="default" size="md" fullWidth data-testid="refund-back" onClick={onBack}>
        {t('back')}
      </Button>
    </div>
  )
}

interface PinProps {
  readonly label: string
  readonly person: SignInName
  readonly onPin: (pin: string) => Promise<ApiError | undefined>
  readonly onBack: () => void
}

/** Asks one person for their PIN. */
const Pin = ({ label, person, onPin, onBack }: PinProps) => (
  <>
    <p className="refund-pin-label">{label}</p>
    <PinPad label={label} length={person.pin_length} onPin={onPin} onBack={onBack} isInSheet />
  </>
)

interface ApproversProps {
  readonly people: readonly SignInName[]
  readonly onChoose: (person: SignInName) => void
}

/** Lets the second person choose their name. */
function Approvers({ people, onChoose }: ApproversProps) {
  const { t } = useTranslation('till')
  return (
    <>
      <p className="refund-pin-label" role="status">
        {t('refund_approval')}
      </p>
      {people.length === 0 && <p className="sheet-text">{t('refund_approver_none')}</p>}
      <ul className="refund-approvers">
        {people.map(person => (
          <li key={person.id}>
            <button type="button" className="name" data-testid="approver" onClick={() => onChoose(person)}>
              <span>{person.name}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
