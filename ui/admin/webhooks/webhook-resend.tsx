// Sends all deliveries since a chosen time again, for a receiver that was down, and shows their number.
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ApiResult, api, resultOf } from '../../kit/api.ts'
import { serverNow } from '../../kit/clock.ts'
import { digitsOf } from '../../kit/money.ts'
import { Sheet } from '../../kit/sheet.tsx'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { useAccount } from '../parts/current-account.tsx'
import { useAction } from '../parts/queries.ts'
import { countKey, localOf, momentOf } from './webhook.model.ts'

const statuses = ['failed', 'abandoned', 'success'] as const
interface ResendRequest {
  readonly since: string
  readonly status?: (typeof statuses)[number]
}
interface ResendSheetProps {
  readonly open: boolean
  readonly onClose: () => void
  /** Called when at least one event is sent again. */
  readonly onSent: () => void
}

/** The sheet that sends the deliveries since a chosen time again. */
export function ResendSheet({ open, onClose, onSent }: ResendSheetProps) {
  const { t } = useTranslation('webhooks')
  return (
    <Sheet title={t('resend_title')} open={open} onClose={onClose}>
      <ResendForm onClose={onClose} onSent={onSent} />
    </Sheet>
  )
}

const hourMs = 3_600_000

/**
 * Asks for the time (an hour ago at first) and the status of deliveries, sends them again, and shows how many
 * there are.
 */
function ResendForm({ onClose, onSent }: Omit<ResendSheetProps, 'open'>) {
  const { t } = useTranslation('webhooks')
  const { time_zone } = useAccount()
  const [localTime, setLocalTime] = useState(() => localOf(serverNow() - hourMs, time_zone))
  const [status, setStatus] = useState('')
  const [count, setCount] = useState<number>()
  const [wasSubmitted, setSubmitted] = useState(false)
  const send = useAction<ResendRequest, number>(async (body, header): Promise<ApiResult<number>> => {
    const answer = await resultOf(api.api.v1.webhooks.deliveries.retry.post(body, header))
    return answer.ok ? { ok: true, value: answer.value.data.deliveries } : answer
  })
  const since = momentOf(localTime, time_zone)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    const chosenStatus = statuses.find(eachStatus => eachStatus === status)
    if (!since || send.busy) return
    send.run({ since, ...(chosenStatus ? { status: chosenStatus } : {}) }, resentCount => {
      setCount(resentCount)
      if (resentCount > 0) onSent()
    })
  }
  if (count !== undefined)
    return (
      <div className="form">
        <p role="status" data-testid="sent-again">
          {/* The key has the plural already, so that `count` can be a text with separators. */}
          {t(countKey(count), { count: digitsOf(count) as unknown as number })}
        </p>
        <Button size="md" fullWidth onClick={onClose} data-autofocus>
          {t('done')}
        </Button>
      </div>
    )
  return (
    <form className="form" noValidate onSubmit={submit}>
      <p className="muted">{t('resend_text')}</p>
      <TextInput
        type="datetime-local"
        name="since"
        label={t('resend_from', { zone: time_zone })}
        size="md"
        value={localTime}
        error={wasSubmitted && since === undefined && t('resend_from_invalid')}
        onChange={event => setLocalTime(event.currentTarget.value)}
      />
      <StatusField value={status} onChange={setStatus} />
      <ApiErrorNote apiError={send.apiError} />
      <Button type="submit" size="md" fullWidth loading={send.busy} data-testid="send-again">
        {t('resend_confirm')}
      </Button>
    </form>
  )
}

interface StatusFieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
}

/** The choice of the status of the deliveries to send again. */
function StatusField({ value, onChange }: StatusFieldProps) {
  const { t } = useTranslation('webhooks')
  return (
    <NativeSelect
      name="status"
      label={t('resend_status')}
      size="md"
      value={value}
      onChange={event => onChange(event.currentTarget.value)}
      data={[
        { value: '', label: t('resend_all') },
        { value: 'failed', label: t('resend_failed') },
        { value: 'abandoned', label: t('resend_abandoned') },
        { value: 'success', label: t('resend_success') },
      ]}
    />
  )
}
