// A new API key: what it may do, in plain words; then the key itself, shown once.
import { Button, Checkbox, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Scope, scopes } from '../../../src/domain/account.ts'
import { type ApiResult, api, resultOf } from '../../kit/api.ts'
import { Sheet } from '../../kit/sheet.tsx'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { CopyField } from '../parts/copy-field.tsx'
import { useCreation } from '../parts/creation.ts'
import { useAccount } from '../parts/current-account.tsx'
import { useReauthentication } from '../parts/reauthentication.tsx'
import {
  exampleRequest,
  type KeyDraft,
  type KeyFault,
  keyFaults,
  scopesGivenBy,
  scopeTextKeys,
} from './key.model.ts'

interface KeyNewProps {
  readonly open: boolean
  readonly onClose: () => void
}
/** A new key. The server returns the whole key only in this answer. */
interface CreatedKey {
  readonly key: string
  readonly scopes: readonly string[]
}

/** Shows the form for a new key and, once the key is created, the whole key, which is never shown again. */
export function KeyNew({ open, onClose }: KeyNewProps) {
  const { t } = useTranslation('keys')
  const [created, setCreated] = useState<CreatedKey>()
  const close = () => {
    setCreated(undefined)
    onClose()
  }
  return (
    <Sheet title={t(created ? 'created_title' : 'new_title')} open={open} onClose={close}>
      {created ? <CreatedKeyView created={created} onDone={close} /> : <KeyForm onCreated={setCreated} />}
    </Sheet>
  )
}

/**
 * Asks for name and scopes, and creates the key. Asks for the password, too, if the server requires it.
 * Errors of the fields appear once the form was submitted.
 */
function KeyForm({ onCreated }: { readonly onCreated: (created: CreatedKey) => void }) {
  const { t } = useTranslation('keys')
  const [draft, setDraft] = useState<KeyDraft>({ name: '', scopes: ['collection:create', 'collection:read'] })
  const [wasSubmitted, setSubmitted] = useState(false)
  const creation = useCreation<KeyDraft, CreatedKey>(
    async ({ name, scopes: chosen }, header): Promise<ApiResult<CreatedKey>> => {
      const body = { name: name.trim(), scopes: [...chosen] }
      const answer = await resultOf(api.api.v1.keys.post(body, header))
      return answer.ok ? { ok: true, value: answer.value.data } : answer
    },
  )
  const create = useReauthentication(creation)
  const faults = keyFaults(draft)
  const shownFaults = wasSubmitted ? faults : {}
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setSubmitted(true)
    if (faults.name) event.currentTarget.querySelector<HTMLInputElement>('[name=name]')?.focus()
    const isValid = !faults.name && !faults.scopes
    if (isValid && !create.busy) create.run(draft, onCreated)
  }
  const toggle = (changed: Scope, isOn: boolean) =>
    setDraft(before => ({
      ...before,
      // In the order of all scopes, whatever the order of the clicks.
      scopes: scopes.filter(scope => (scope === changed ? isOn : before.scopes.includes(scope))),
    }))
  return (
    <form className="form" onSubmit={submit} noValidate autoComplete="off">
      <TextInput
        name="name"
        label={t('name')}
        description={t('name_hint')}
        error={shownFaults.name && t(shownFaults.name)}
        value={draft.name}
        onChange={event => {
          const { value } = event.currentTarget
          setDraft(before => ({ ...before, name: value }))
        }}
      />
      <ScopeBoxes chosen={draft.scopes} fault={shownFaults.scopes} toggle={toggle} />
      {create.passwordField}
      <ApiErrorNote apiError={create.apiError} />
      <Button type="submit" size="md" fullWidth loading={create.busy} data-testid="make-key">
        {t('create_confirm')}
      </Button>
    </form>
  )
}

interface ScopeBoxesProps {
  readonly chosen: readonly Scope[]
  readonly fault: KeyFault | undefined
  readonly toggle: (scope: Scope, isOn: boolean) => void
}

/** Shows a checkbox for each scope that the person's role may give to a key, with what the scope allows. */
function ScopeBoxes({ chosen, fault, toggle }: ScopeBoxesProps) {
  const { t } = useTranslation('keys')
  const { role } = useAccount()
  return (
    <fieldset className="group-field">
      <legend>{t('scopes')}</legend>
      {scopesGivenBy(role).map(scope => (
        <Checkbox
          key={scope}
          name={scope}
          label={t(`scope_${scopeTextKeys[scope]}`)}
          description={t(`scope_${scopeTextKeys[scope]}_text`)}
          checked={chosen.includes(scope)}
          onChange={event => toggle(scope, event.currentTarget.checked)}
        />
      ))}
      <p className="field-error" role="alert">
        {fault && t(fault)}
      </p>
    </fieldset>
  )
}

interface CreatedKeyProps {
  readonly created: CreatedKey
  readonly onDone: () => void
}

/** Shows the new key to copy and, for scopes with an example request, a command that tries the key. */
function CreatedKeyView({ created: { key, scopes: granted }, onDone }: CreatedKeyProps) {
  const { t } = useTranslation('keys')
  const command = exampleRequest(location.origin, key, granted)
  return (
    <div className="new-key">
      <p>{t('created_text')}</p>
      <div className="secret" data-testid="key">
        <CopyField text={key} label={t('the_key')} />
      </div>
      {command && (
        <div className="example-request">
          <h3>{t('try')}</h3>
          <CopyField text={command} label={t('the_command')} />
        </div>
      )}
      <Button size="md" fullWidth onClick={onDone}>
        {t('done')}
      </Button>
    </div>
  )
}
