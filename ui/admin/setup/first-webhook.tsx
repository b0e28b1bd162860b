// The webhook address of the practice account, saved and then tested. It is saved first: the receiver may not
// be running yet.
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ApiError, api, resultOf } from '../../kit/api.ts'
import { useApiErrorText } from '../../kit/api-error.ts'
import { accountHeader } from '../parts/queries.ts'
import { type WebhookTestResult, webhookTestResultOf } from './first-webhook.model.ts'

/** Saves a webhook address for `account` and sends a test webhook to it. */
export function FirstWebhook({ account }: { readonly account: string }) {
  const { t } = useTranslation('admin')
  const errorText = useApiErrorText()
  const [url, setUrl] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [apiError, setApiError] = useState<ApiError>()
  const [tested, setTested] = useState<WebhookTestResult>()

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy || url.trim() === '') return
    setBusy(true)
    setApiError(undefined)
    setTested(undefined)
    const saved = await resultOf(
      api.api.v1.settings.patch({ webhook_url: url.trim() }, accountHeader(account)),
    )
    if (!saved.ok) setApiError(saved.apiError)
    else
      setTested(
        webhookTestResultOf(
          await resultOf(api.api.v1.webhooks.test.post({ url: url.trim() }, accountHeader(account))),
        ),
      )
    setBusy(false)
  }

  return (
    <form className="ready-webhook" noValidate onSubmit={submit}>
      <TextInput
        type="url"
        name="webhook"
        label={t('ready_webhook')}
        description={t('ready_webhook_hint')}
        placeholder="http://192.168.1.20/webhook"
        autoComplete="off"
        size="md"
        value={url}
        error={apiError && errorText(apiError)}
        onChange={event => setUrl(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" size="md" loading={isBusy}>
        {t('ready_webhook_save')}
      </Button>
      <p role="status" className="ready-tested" data-kind={tested?.kind}>
        {tested && t(`ready_webhook_${tested.kind}`, { status: tested.status, why: tested.why })}
      </p>
    </form>
  )
}
