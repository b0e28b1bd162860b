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
/** A new key. Only this answer of the server has the whole key. */
interface CreatedKey {
  readonly key: string
  readonly scopes: readonly string[]
}

/** Shows the form for a new key and, after it was created, the key itself, which is shown only then. */
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

/** Asks for name and scopes, and creates the key. The server may ask for the password first. */
function KeyForm({ onCreated }: { readonly onCreated: (created: CreatedKey) => void }) {
  const { t } = useTranslation('keys')
  const [draft, setDraft] = useState<KeyDraft>({ name: '', scopes: ['collection:create', 'collection:read'] })
  const [wasSubmitted, setSubmitted] = useState(false)
  const create = useReauthentication(
    useCreation<KeyDraft, CreatedKey>(
      async ({ name, scopes: chosen }, header): Promise<ApiResult<CreatedKey>> => {
        const answer = await resultOf(
          api.api.v1.keys.post({ name: name.trim(), scopes: [...chosen] }, header),
        )
        return answer.ok ? { ok: true, value: answer.value.data } : answer
      },
    ),
  )
  const faults = wasSubmitted ? keyFaults(draft) : {}
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setSubmitted(true)
    const draftFaults = keyFaults(draft)
    if (draftFaults.name) event.currentTarget.querySelector<HTMLInputElement>('[name=name]')?.focus()
    if (!draftFaults.name && !draftFaults.scopes && !create.busy) create.run(draft, onCreated)
  }
  const toggle = (scope: Scope, isOn: boolean) =>
    setDraft(before => ({
      ...before,
      scopes: scopes.filter(eachScope => (eachScope === scope ? isOn : before.scopes.includes(eachScope))),
    }))
  return (
    <form className="form" onSubmit={submit} noValidate autoComplete="off">
      <TextInput
        name="name"
        label={t('name')}
        description={t('name_hint')}
        error={faults.name && t(faults.name)}
        value={draft.name}
        onChange={event => {
          const { value } = event.currentTarget
          setDraft(before => ({ ...before, name: value }))
        }}
      />
      <ScopeBoxes chosen={draft.scopes} fault={faults.scopes} toggle={toggle} />
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

/** Lists the scopes that the person may give, each with what it allows. */
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

/** Shows the key to copy, and a command that tries it. */
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
