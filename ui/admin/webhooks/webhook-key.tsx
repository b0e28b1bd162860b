// The signing key: shown on demand only, copied, and replaced after its consequences were read.
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

/** Takes the key out of an answer that contains it. */
async function keyIn(
  answer: Promise<ApiResult<{ readonly webhook_secret: string }>>,
): Promise<ApiResult<string>> {
  const result = await answer
  return result.ok ? { ok: true, value: result.value.webhook_secret } : result
}

/** Shows the signing key on demand, and replaces it. */
export function KeyCard() {
  const { t } = useTranslation('webhooks')
  const [key, setKey] = useState<{ readonly text: string; readonly isNew: boolean }>()
  const [isAsking, setAsking] = useState(false)
  // An action, not a query: it is recorded in the audit log, never repeated automatically, and not cached.
  const show = useAction((_: undefined, header) => keyIn(resultOf(secretApi.get(header))))
  return (
    <Card title={t('secret')} text={t('secret_text')}>
      <div className="key-card">
        {key && (
          <>
            <p role="status">{key.isNew && <strong>{t('secret_created')}</strong>}</p>
            <div className="secret" data-testid="signing-key">
              <CopyField text={key.text} label={t('the_secret')} />
            </div>
          </>
        )}
        <ApiErrorNote apiError={show.apiError} />
        <div className="key-actions">
          {key ? (
            <Button variant="default" onClick={() => setKey(undefined)}>
              {t('secret_hide')}
            </Button>
          ) : (
            <Button
              variant="default"
              loading={show.busy}
              onClick={() => show.run(undefined, text => setKey({ text, isNew: false }))}
            >
              {t('secret_show')}
            </Button>
          )}
          <Button variant="default" onClick={() => setAsking(true)}>
            {t('secret_new')}
          </Button>
        </div>
        <p className="muted small-text">{t('secret_recorded')}</p>
      </div>
      <NewKeyDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        onCreated={text => setKey({ text, isNew: true })}
      />
    </Card>
  )
}

interface NewKeyDialogProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly onCreated: (key: string) => void
}

/** Makes a new key. During the typed hours of overlap, webhooks are signed with both keys. */
function NewKeyDialog({ open, onClose, onCreated }: NewKeyDialogProps) {
  const { t } = useTranslation('webhooks')
  const [grace, setGrace] = useState('')
  const [wasTried, setTried] = useState(false)
  const make = useReauthentication(
    useAction((grace_hours: number, header) =>
      keyIn(resultOf(secretApi.regenerate.post({ grace_hours }, header))),
    ),
  )
  const close = () => {
    make.reset()
    setGrace('')
    setTried(false)
    onClose()
  }
  return (
    <ConfirmDialog
      title={t('secret_new_title')}
      open={open}
      onClose={close}
      confirm={t('secret_confirm')}
      onConfirm={() => {
        setTried(true)
        const hours = graceOf(grace)
        if (hours !== undefined)
          make.run(hours, key => {
            onCreated(key)
            close()
          })
      }}
      isDanger
      isBusy={make.busy}
      apiError={make.apiError}
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
        error={wasTried && graceOf(grace) === undefined && t('secret_grace_invalid')}
        onChange={event => setGrace(event.currentTarget.value)}
      />
      {make.field}
    </ConfirmDialog>
  )
}
