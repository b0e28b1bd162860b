// The shift page: open with starting cash, read the running report (X), cash in and out, close with a count
// (Z).
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError, ApiResult } from '../../kit/api.ts'
import { mayBeDone } from '../../kit/api-error.model.ts'
import { useApiErrorText } from '../../kit/api-error.ts'
import { newIdempotencyKey } from '../../kit/idempotency-key.ts'
import { addTexts } from '../../kit/language.ts'
import { Loading } from '../../kit/page.tsx'
import { queryClient, valueOrThrow } from '../../kit/query.ts'
import { writeStored } from '../../kit/storage.ts'
import {
  closeShift,
  fetchShift,
  openShift,
  recordCashMovement,
  refreshTill,
  type Shift,
  type TillShift,
} from '../../kit/till.ts'
import { tillLater } from '../parts/later.text.ts'
import { useReloadOnNews } from '../parts/sales-stream.ts'
import { useTillDevice } from '../parts/till-device.ts'
import { AmountStep, type AmountStepProps } from './amount-step.tsx'
import { CloseStep } from './close-step.tsx'
import { reportStorageKey } from './shift.model.ts'
import { ShiftView } from './shift-view.tsx'

addTexts('till', tillLater)

type Step =
  /** Stays until its request is done, although the new shift may be loaded before that. */
  | 'open'
  | 'drop'
  | 'pay_in'
  | 'count'
  /**
   * The review of the count, with the shift as it was counted. It stays after a close without an answer,
   * whose key still gets the report of a shift that is closed.
   */
  | { readonly counted: number; readonly shift: TillShift }
  | { readonly closed: Shift }

interface ShiftPageProps {
  readonly onBack: () => void
  /** Set if a cash sale needs the shift: the page begins with the starting cash and then calls this. */
  readonly onOpened: (() => void) | undefined
}

/** Fetches the current shift of the till, again after news of sales. */
function useShift() {
  const { caller } = useTillDevice()
  useReloadOnNews('shift')
  return useQuery({
    queryKey: ['shift', caller.till],
    queryFn: () => valueOrThrow(fetchShift()),
    retry: true,
    retryDelay: 1_500,
  })
}

/** Shows the current step of the shift; without a step, its overview. */
export function ShiftPage({ onBack, onOpened }: ShiftPageProps) {
  const { data, isError } = useShift()
  const [step, setStep] = useState<Step | undefined>(onOpened && 'open')
  const { isBusy, isUnanswered, apiError, isRefusedAsShort, send, clear } = useShiftRequest()
  const goTo = (next: Step | undefined) => {
    clear()
    setStep(next)
  }
  const showOverview = () => goTo(undefined)
  // After an answer the cashier may already have left the step.
  const leaveStep = (from: Step) => () => setStep(current => (current === from ? undefined : current))
  if (!data || isError) return <Loading />
  const { shift } = data
  const props = { isBusy, apiError, onBack: showOverview }
  if (typeof step === 'object' && 'closed' in step)
    return <ShiftView shift={step.closed} salesSinceClose={undefined} onBack={onBack} onStep={goTo} />
  if (step === 'open' && (!shift || isBusy))
    return (
      <OpenStep
        {...props}
        onBack={onOpened ? onBack : showOverview}
        onSubmit={float => void send(key => openShift(key, float), onOpened ?? leaveStep('open'))}
      />
    )
  if (shift && (step === 'drop' || step === 'pay_in'))
    return (
      <CashMoveStep
        {...props}
        kind={step}
        onSubmit={(amount, reason) =>
          void send(key => recordCashMovement(key, { kind: step, amount, reason }), leaveStep(step))
        }
      />
    )
  if (shift && step === 'count')
    return <CountStep {...props} onSubmit={counted => goTo({ counted, shift })} />
  if (typeof step === 'object' && 'counted' in step && (shift || isBusy || isUnanswered))
    return (
      <CloseStep
        {...props}
        shift={shift ?? step.shift}
        counted={step.counted}
        isUnanswered={isUnanswered}
        isRefusedAsShort={isRefusedAsShort}
        onAgain={shift && !isUnanswered ? () => goTo('count') : undefined}
        onClose={reason =>
          void send(
            key => closeShift(key, step.counted, reason),
            closed => {
              writeStored(reportStorageKey, closed)
              goTo({ closed })
            },
          )
        }
      />
    )
  return (
    <ShiftView shift={shift ?? undefined} salesSinceClose={data.after_shift} onBack={onBack} onStep={goTo} />
  )
}

type StepProps = Pick<AmountStepProps, 'isBusy' | 'apiError' | 'onBack' | 'onSubmit'>

/** Asks for the starting cash. */
function OpenStep(props: StepProps) {
  const { t } = useTranslation('till')
  return (
    <AmountStep
      {...props}
      title={t('shift_open')}
      text={t('shift_open_text')}
      submitLabel={t('shift_open_go')}
      mayBeZero
    />
  )
}

/** Asks how much cash is taken out of the drawer or put in, and why. */
function CashMoveStep({ kind, ...props }: StepProps & { readonly kind: 'drop' | 'pay_in' }) {
  const { t } = useTranslation('till')
  const reasons =
    kind === 'drop'
      ? [t('drop_safe'), t('drop_bank'), t('drop_supplies')]
      : [t('pay_in_change'), t('pay_in_owner')]
  return <AmountStep {...props} title={t(kind)} submitLabel={t(`${kind}_go`)} reasons={reasons} />
}

/** Asks for the counted cash. */
function CountStep(props: StepProps) {
  const { t } = useTranslation('till')
  return (
    <AmountStep
      {...props}
      title={t('shift_count')}
      text={t('shift_count_text')}
      submitLabel={t('shift_count_go')}
      mayBeZero
    />
  )
}

/**
 * Returns a function that sends a request, with its progress and error. A repeated request has the same
 * idempotency key until it is answered, so that nothing is done twice. `isUnanswered` means that the server
 * may have carried it out; `clear` forgets the request and its error.
 */
function useShiftRequest() {
  const errorText = useApiErrorText()
  const key = useRef<string>(undefined)
  const [isBusy, setBusy] = useState(false)
  const [isUnanswered, setUnanswered] = useState(false)
  const [apiError, setApiError] = useState<ApiError>()
  async function send<T extends TillShift>(
    request: (key: string) => Promise<ApiResult<T>>,
    done: (shift: T) => void,
  ) {
    if (isBusy) return
    setBusy(true)
    key.current ??= newIdempotencyKey()
    const answer = await request(key.current)
    const isUncertain = !answer.ok && mayBeDone(answer.apiError)
    if (!isUncertain) key.current = undefined
    setUnanswered(isUncertain)
    setBusy(answer.ok) // after success until the shift is loaded
    setApiError(answer.ok ? undefined : answer.apiError)
    await Promise.all([queryClient.refetchQueries({ queryKey: ['shift'] }), refreshTill()])
    if (!answer.ok) return
    setBusy(false)
    done(answer.value)
  }
  const clear = () => {
    key.current = undefined
    setUnanswered(false)
    setApiError(undefined)
  }
  const isRefusedAsShort = apiError?.kind === 'refused' && apiError.reason === 'short_count_reason_missing'
  return {
    isBusy,
    isUnanswered,
    apiError: apiError && errorText(apiError),
    isRefusedAsShort,
    send,
    clear,
  }
}
