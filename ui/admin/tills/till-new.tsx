// Adding a till: its name, then the code that pairs a tablet with it.
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, resultOf } from '../../kit/api.ts'
import { useFieldErrors } from '../../kit/api-error.ts'
import { Sheet } from '../../kit/sheet.tsx'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { useCreation } from '../parts/creation.ts'
import { type Pairing, TillPairing } from './till-pairing.tsx'

interface TillNewProps {
  readonly open: boolean
  readonly onClose: () => void
}
interface CreatedTill extends Pairing {
  readonly id: string
  readonly name: string
}

/** The sheet that adds a till: first its name, then the code that pairs a tablet. */
export function TillNew({ open, onClose }: TillNewProps) {
  const { t } = useTranslation('tills')
  const [till, setTill] = useState<CreatedTill>()
  const close = () => {
    onClose()
    setTill(undefined)
  }
  return (
    <Sheet title={till ? t('pair_title', { name: till.name }) : t('add_title')} open={open} onClose={close}>
      {till ? (
        <TillPairing till={till} firstPairing={till} pairedBefore={null} onDone={close} />
      ) : (
        <NewForm onCreated={setTill} />
      )}
    </Sheet>
  )
}

/** Asks for the name and creates the till. */
function NewForm({ onCreated }: { readonly onCreated: (till: CreatedTill) => void }) {
  const { t } = useTranslation('tills')
  const [name, setName] = useState('')
  const [wasSubmitted, setSubmitted] = useState(false)
  const create = useCreation((name: string, header) => resultOf(api.api.v1.tills.post({ name }, header)))
  const isEmpty = name.trim() === ''
  const serverError = useFieldErrors(create.apiError).name
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setSubmitted(true)
    if (isEmpty) return event.currentTarget.querySelector<HTMLInputElement>('[name=name]')?.focus()
    if (!create.busy) create.run(name.trim(), ({ data }) => onCreated(data))
  }
  return (
    <form className="form" noValidate onSubmit={submit}>
      <TextInput
        name="name"
        size="md"
        label={t('name')}
        description={t('name_hint')}
        value={name}
        maxLength={100}
        autoComplete="off"
        data-autofocus
        error={wasSubmitted && isEmpty ? t('name_empty') : serverError}
        onChange={event => setName(event.currentTarget.value)}
      />
      {!serverError && <ApiErrorNote apiError={create.apiError} />}
      <Button type="submit" size="md" fullWidth loading={create.busy} data-testid="make-till">
        {t('add_confirm')}
      </Button>
    </form>
  )
}
