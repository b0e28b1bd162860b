// The shift: opened with a float, read at any time (X), money taken out of or put into the drawer, closed by
// counting it (Z).
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError, ApiResult } from '../../kit/api.ts'
import { useApiErrorText } from '../../kit/api-error.ts'
import { newIdempotencyKey } from '../../kit/idempotency-key.ts'
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
} from '../../kit/till.ts'
import { useTillDevice } from '../app/till-device.ts'
import { AmountStep } from './amount-step.tsx'
import { CloseStep } from './close-step.tsx'
import { storedReport } from './shift.model.ts'
import { ShiftView } from './shift-view.tsx'

type Step = 'open' | 'drop' | 'pay_in' | 'count' | { readonly counted: number } | { readonly closed: Shift }

export function ShiftPage({ onBack }: { readonly onBack: () => void }) {
  const { t } = useTranslation('till')
  const { caller } = useTillDevice()
  const { data, isError } = useQuery({
    queryKey: ['shift', caller.till],
    queryFn: () => valueOrThrow(fetchShift()),
    refetchInterval: 10_000,
    retry: true,
    retryDelay: 1_500,
  })
  const [step, setStep] = useState<Step>()
  const { busy, apiError, ask, clear } = useAsking()
  const go = (next: Step | undefined) => {
    clear()
    setStep(next)
  }
  const overview = () => go(undefined)
  if (!data || isError) return <Loading />
  const { shift } = data
  const steps = { busy, apiError, onBack: overview }

  if (typeof step === 'object' && 'closed' in step)
    return <ShiftView shift={step.closed} after={undefined} onBack={onBack} onStep={go} />
  if (!shift && step === 'open')
    return (
      <AmountStep
        {...steps}
        title={t('shift_open')}
        text={t('shift_open_text')}
        go={t('shift_open_go')}
        mayBeZero
        onGo={float => void ask(key => openShift(key, float), overview)}
      />
    )
  if (shift && (step === 'drop' || step === 'pay_in'))
    return (
      <AmountStep
        {...steps}
        title={t(step)}
        go={t(`${step}_go`)}
        reasons={
          step === 'drop'
            ? [t('drop_safe'), t('drop_bank'), t('drop_supplies')]
            : [t('pay_in_change'), t('pay_in_owner')]
        }
        onGo={(amount, reason) =>
          void ask(key => recordCashMovement(key, { kind: step, amount, reason }), overview)
        }
      />
    )
  if (shift && step === 'count')
    return (
      <AmountStep
        {...steps}
        title={t('shift_count')}
        text={t('shift_count_text')}
        go={t('shift_count_go')}
        mayBeZero
        onGo={counted => go({ counted })}
      />
    )
  if (shift && typeof step === 'object' && 'counted' in step)
    return (
      <CloseStep
        {...steps}
        shift={shift}
        counted={step.counted}
        onAgain={() => go('count')}
        onClose={() =>
          void ask(
            key => closeShift(key, step.counted),
            closed => {
              writeStored(storedReport, closed)
              go({ closed })
            },
          )
        }
      />
    )
  return <ShiftView shift={shift ?? undefined} after={data.after_shift} onBack={onBack} onStep={go} />
}

/**
 * Asks the box once: the same key until it has answered, so that a lost answer and a second tap change
 * nothing twice.
 */
function useAsking() {
  const errorText = useApiErrorText()
  const key = useRef<string>(undefined)
  const [busy, setBusy] = useState(false)
  const [apiError, setApiError] = useState<ApiError>()
  async function ask(act: (key: string) => Promise<ApiResult<Shift>>, done: (shift: Shift) => void) {
    if (busy) return
    setBusy(true)
    key.current ??= newIdempotencyKey()
    const answer = await act(key.current)
    if (answer.ok || answer.apiError.kind === 'refused') key.current = undefined
    setBusy(false)
    setApiError(answer.ok ? undefined : answer.apiError)
    await Promise.all([queryClient.refetchQueries({ queryKey: ['shift'] }), refreshTill()])
    if (answer.ok) done(answer.value)
  }
  const clear = () => {
    key.current = undefined
    setApiError(undefined)
  }
  return { busy, apiError: apiError && errorText(apiError), ask, clear }
}
