// A new API key: what it may do, in plain words; then the key itself, shown once.
import { Button, Checkbox, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Scope, scopes } from '../../../src/domain/account.ts'
import { type ApiResult, api, resultOf } from '../../kit/api.ts'
import { Sheet } from '../../kit/sheet.tsx'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { CopyField } from '../parts/copy-field.tsx'
import { useAccount } from '../parts/current-account.tsx'
import { useAction } from '../parts/queries.ts'
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
interface Made {
  readonly key: string
  readonly scopes: readonly string[]
}

export function KeyNew({ open, onClose }: KeyNewProps) {
  const { t } = useTranslation('keys')
  const [made, setMade] = useState<Made>()
  const close = () => {
    setMade(undefined)
    onClose()
  }
  return (
    <Sheet title={t(made ? 'created_title' : 'new_title')} open={open} onClose={close}>
      {made ? <MadeKey made={made} onDone={close} /> : <KeyForm onMade={setMade} />}
    </Sheet>
  )
}

function KeyForm({ onMade }: { readonly onMade: (made: Made) => void }) {
  const { t } = useTranslation('keys')
  const [draft, setDraft] = useState<KeyDraft>({ name: '', scopes: ['collection:create', 'collection:read'] })
  const [wasTried, setTried] = useState(false)
  const make = useReauthentication(
    useAction<KeyDraft, Made>(async ({ name, scopes: chosen }, header): Promise<ApiResult<Made>> => {
      const answer = await resultOf(api.api.v1.keys.post({ name: name.trim(), scopes: [...chosen] }, header))
      return answer.ok ? { ok: true, value: answer.value.data } : answer
    }),
  )
  const faults = wasTried ? keyFaults(draft) : {}
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    const { name, scopes: none } = keyFaults(draft)
    if (name) event.currentTarget.querySelector<HTMLInputElement>('[name=name]')?.focus()
    if (!name && !none && !make.busy) make.run(draft, onMade)
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
      {make.field}
      <ApiErrorNote apiError={make.apiError} />
      <Button type="submit" size="md" fullWidth loading={make.busy} data-testid="make-key">
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

function MadeKey({
  made: { key, scopes: may },
  onDone,
}: {
  readonly made: Made
  readonly onDone: () => void
}) {
  const { t } = useTranslation('keys')
  const line = exampleRequest(location.origin, key, may)
  return (
    <div className="new-key">
      <p>{t('created_text')}</p>
      <div className="secret" data-testid="key">
        <CopyField text={key} label={t('the_key')} />
      </div>
      {line && (
        <div className="example-request">
          <h3>{t('try')}</h3>
          <CopyField text={line} label={t('the_command')} />
        </div>
      )}
      <Button size="md" fullWidth onClick={onDone}>
        {t('done')}
      </Button>
    </div>
  )
}
