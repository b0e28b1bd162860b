// Sends an example event at once, and shows what the receiver answered.
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type EventType, eventTypes } from '../../../src/domain/event.ts'
import { type ApiResult, api, resultOf } from '../../kit/api.ts'
import { useFieldErrors } from '../../kit/api-error.ts'
import { Sheet } from '../../kit/sheet.tsx'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { useAction, useRead } from '../parts/queries.ts'
import { BodyText, HeaderList } from './delivery-body.tsx'
import { testResultOf } from './webhook.model.ts'

type TestOutcome = NonNullable<Awaited<ReturnType<typeof api.api.v1.webhooks.test.post>>['data']>['data']
interface TestRequest {
  readonly url?: string
  readonly event_type: EventType
}

interface TestSheetProps {
  readonly open: boolean
  readonly onClose: () => void
}

/** The sheet that sends a test webhook. */
export function TestSheet({ open, onClose }: TestSheetProps) {
  const { t } = useTranslation('webhooks')
  return (
    <Sheet title={t('test_title')} open={open} onClose={onClose}>
      <TestForm />
    </Sheet>
  )
}

/**
 * Asks for the address (the stored one if it is empty) and the event type, sends a test webhook, and shows
 * what was exchanged.
 */
function TestForm() {
  const { t } = useTranslation('webhooks')
  const [url, setUrl] = useState('')
  const [type, setType] = useState<EventType>('payment.completed')
  const [outcome, setOutcome] = useState<TestOutcome>()
  const { data: settings } = useRead(['settings'], header => api.api.v1.settings.get(header))
  const test = useAction<TestRequest, TestOutcome>(async (body, header): Promise<ApiResult<TestOutcome>> => {
    const answer = await resultOf(api.api.v1.webhooks.test.post(body, header))
    return answer.ok ? { ok: true, value: answer.value.data } : answer
  })
  const urlError = useFieldErrors(test.apiError).url
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (test.busy) return
    setOutcome(undefined)
    test.run({ ...(url.trim() ? { url: url.trim() } : {}), event_type: type }, setOutcome)
  }
  return (
    <form className="form" noValidate onSubmit={submit}>
      <p className="muted">{t('test_text')}</p>
      <TextInput
        type="url"
        name="url"
        label={t('test_url')}
        description={t('test_url_hint')}
        placeholder={settings?.data.webhook_url ?? 'https://'}
        autoComplete="off"
        spellCheck={false}
        size="md"
        value={url}
        error={urlError}
        onChange={event => setUrl(event.currentTarget.value)}
        data-autofocus
      />
      <NativeSelect
        label={t('test_type')}
        size="md"
        value={type}
        onChange={event => setType(event.currentTarget.value as EventType)}
        data={[...eventTypes]}
      />
      <ApiErrorNote apiError={urlError ? undefined : test.apiError} />
      <div role="status">{outcome && <TestResult outcome={outcome} />}</div>
      {outcome && <ExchangedParts outcome={outcome} />}
      <Button type="submit" size="md" fullWidth loading={test.busy} data-testid="send-test">
        {t(outcome ? 'test_resend' : 'test_send')}
      </Button>
    </form>
  )
}

/** Shows whether the receiver accepted the test webhook, and how long it took. */
function TestResult({ outcome: { response, error, took_ms } }: { readonly outcome: TestOutcome }) {
  const { t } = useTranslation('webhooks')
  const result = testResultOf({ response, error })
  const values = { status: response?.status ?? '', ms: took_ms, why: error ?? '' }
  return (
    <div className={`note note-${result === 'delivered' ? 'good' : 'bad'}`} data-result={result}>
      {t(`test_${result}`, values)}
    </div>
  )
}

/** Shows the response, if there was one, and the request of a test webhook. */
function ExchangedParts({ outcome: { request, response } }: { readonly outcome: TestOutcome }) {
  const { t } = useTranslation('webhooks')
  return (
    <>
      {response && (
        <details className="dispatch-part" open>
          <summary>{t('attempt_response')}</summary>
          <HeaderList headers={response.headers} />
          <BodyText body={response.body} emptyText={t('attempt_empty')} />
        </details>
      )}
      <details className="dispatch-part">
        <summary>{t('attempt_request')}</summary>
        <HeaderList headers={request.headers} />
        <BodyText body={request.body} emptyText={t('attempt_body_removed')} />
      </details>
    </>
  )
}
