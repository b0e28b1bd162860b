// The signing secret of webhooks: shown on demand only, copied, and replaced after a warning.
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ApiResult, api, resultOf } from '../../kit/api.ts'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { CopyField } from '../parts/copy-field.tsx'
import { Card } from '../parts/facts.tsx'
import { useAction } from '../parts/queries.ts'
import { useReauthentication } from '../parts/reauthentication.tsx'
import { graceOf } from './webhook.model.ts'

const secretApi = api.api.v1.settings['webhook-secret']

/** Takes the secret out of an answer that contains it. */
async function secretIn(
  answer: Promise<ApiResult<{ readonly webhook_secret: string }>>,
): Promise<ApiResult<string>> {
  const result = await answer
  return result.ok ? { ok: true, value: result.value.webhook_secret } : result
}

/** Shows the signing secret on demand, and replaces it. */
export function SigningSecretCard() {
  const { t } = useTranslation('webhooks')
  const [secret, setSecret] = useState<{ readonly text: string; readonly isNew: boolean }>()
  const [isDialogOpen, setDialogOpen] = useState(false)
  // An action, not a query: it is recorded in the audit log, never repeated automatically, and not cached.
  const readSecret = useAction((_: undefined, header) => secretIn(resultOf(secretApi.get(header))))
  return (
    <Card title={t('secret')} text={t('secret_text')}>
      <div className="key-card">
        {secret && (
          <>
            <p role="status">{secret.isNew && <strong>{t('secret_created')}</strong>}</p>
            <div className="secret" data-testid="signing-key">
              <CopyField text={secret.text} label={t('the_secret')} />
            </div>
          </>
        )}
        <ApiErrorNote apiError={readSecret.apiError} />
        <div className="key-actions">
          {secret ? (
            <Button variant="default" onClick={() => setSecret(undefined)}>
              {t('secret_hide')}
            </Button>
          ) : (
            <Button
              variant="default"
              loading={readSecret.busy}
              onClick={() => readSecret.run(undefined, text => setSecret({ text, isNew: false }))}
            >
              {t('secret_show')}
            </Button>
          )}
          <Button variant="default" onClick={() => setDialogOpen(true)}>
            {t('secret_new')}
          </Button>
        </div>
        <p className="muted small-text">{t('secret_recorded')}</p>
      </div>
      <NewSecretDialog
        open={isDialogOpen}
        onClose={() => setDialogOpen(false)}
        onCreated={text => setSecret({ text, isNew: true })}
      />
    </Card>
  )
}

interface NewSecretDialogProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly onCreated: (secret: string) => void
}

/** Makes a new secret. During the typed hours of overlap, webhooks are signed with both secrets. */
function NewSecretDialog({ open, onClose, onCreated }: NewSecretDialogProps) {
  const { t } = useTranslation('webhooks')
  const [grace, setGrace] = useState('')
  const [wasSubmitted, setSubmitted] = useState(false)
  const replaceSecret = useReauthentication(
    useAction((grace_hours: number, header) =>
      secretIn(resultOf(secretApi.regenerate.post({ grace_hours }, header))),
    ),
  )
  const close = () => {
    replaceSecret.reset()
    setGrace('')
    setSubmitted(false)
    onClose()
  }
  return (
    <ConfirmDialog
      title={t('secret_new_title')}
      open={open}
      onClose={close}
      confirm={t('secret_confirm')}
      onConfirm={() => {
        setSubmitted(true)
        const hours = graceOf(grace)
        if (hours !== undefined)
          replaceSecret.run(hours, secret => {
            onCreated(secret)
            close()
          })
      }}
      isDanger
      isBusy={replaceSecret.busy}
      apiError={replaceSecret.apiError}
    >
      <p>{t('secret_new_text')}</p>
      <p>{t('secret_new_grace_text')}</p>
      <TextInput
        name="grace"
        className="short-field"
        label={t('secret_grace')}
        inputMode="numeric"
        autoComplete="off"
        placeholder="0"
        size="md"
        value={grace}
        error={wasSubmitted && graceOf(grace) === undefined && t('secret_grace_invalid')}
        onChange={event => setGrace(event.currentTarget.value)}
      />
      {replaceSecret.passwordField}
    </ConfirmDialog>
  )
}
