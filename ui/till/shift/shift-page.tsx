// The shift page: open with starting cash, read the running report (X), cash in and out, close with a count
// (Z).
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError, ApiResult } from '../../kit/api.ts'
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
import { isOutcomeUnknown, reportStorageKey } from './shift.model.ts'
import { ShiftView } from './shift-view.tsx'

addTexts('till', tillLater)

type Step =
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

/** Returns the current shift, loaded again after news of sales. */
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

/** Shows the current step of the shift. */
export function ShiftPage({ onBack, onOpened }: ShiftPageProps) {
  const { data, isError } = useShift()
  const [step, setStep] = useState<Step | undefined>(onOpened && 'open')
  const { busy, unanswered, apiError, refusedAsShort, send, clear } = useShiftRequest()
  const go = (next: Step | undefined) => {
    clear()
    setStep(next)
  }
  const overview = () => go(undefined)
  // After an answer the cashier may already have left the step.
  const leave = (from: Step) => () => setStep(current => (current === from ? undefined : current))
  if (!data || isError) return <Loading />
  const { shift } = data
  const steps = { isBusy: busy, apiError, onBack: overview }

  if (typeof step === 'object' && 'closed' in step)
    return <ShiftView shift={step.closed} salesSinceClose={undefined} onBack={onBack} onStep={go} />
  if (step === 'open' && (!shift || busy))
    return (
      <OpenStep
        {...steps}
        onBack={onOpened ? onBack : overview}
        onSubmit={float => void send(key => openShift(key, float), onOpened ?? leave('open'))}
      />
    )
  if (shift && (step === 'drop' || step === 'pay_in'))
    return (
      <CashMoveStep
        {...steps}
        kind={step}
        onSubmit={(amount, reason) =>
          void send(key => recordCashMovement(key, { kind: step, amount, reason }), leave(step))
        }
      />
    )
  if (shift && step === 'count') return <CountStep {...steps} onSubmit={counted => go({ counted, shift })} />
  if (typeof step === 'object' && 'counted' in step && (shift || busy || unanswered))
    return (
      <CloseStep
        {...steps}
        shift={shift ?? step.shift}
        counted={step.counted}
        isUnanswered={unanswered}
        isRefusedAsShort={refusedAsShort}
        onAgain={shift && !unanswered ? () => go('count') : undefined}
        onClose={reason =>
          void send(
            key => closeShift(key, step.counted, reason),
            closed => {
              writeStored(reportStorageKey, closed)
              go({ closed })
            },
          )
        }
      />
    )
  return (
    <ShiftView shift={shift ?? undefined} salesSinceClose={data.after_shift} onBack={onBack} onStep={go} />
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
 * Returns a function that sends a request with one idempotency key until it is answered, so that nothing is
 * done twice, with its progress and error. `unanswered` means that the server may have carried it out.
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
    const mayBeDone = !answer.ok && isOutcomeUnknown(answer.apiError)
    if (!mayBeDone) key.current = undefined
    setUnanswered(mayBeDone)
    setBusy(answer.ok)
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
    busy: isBusy,
    unanswered: isUnanswered,
    apiError: apiError && errorText(apiError),
    refusedAsShort: isRefusedAsShort,
    send,
    clear,
  }
}
