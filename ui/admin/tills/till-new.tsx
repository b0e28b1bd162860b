// Adding a till: its name, then the code that pairs a tablet with it.
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, resultOf } from '../../kit/api.ts'
import { useFieldErrors } from '../../kit/api-error.ts'
import { Sheet } from '../../kit/sheet.tsx'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { useAction } from '../parts/queries.ts'
import { type Pairing, TillPairing } from './till-pairing.tsx'

interface TillNewProps {
  readonly open: boolean
  readonly onClose: () => void
}
interface Made extends Pairing {
  readonly id: string
  readonly name: string
}

export function TillNew({ open, onClose }: TillNewProps) {
  const { t } = useTranslation('tills')
  const [made, setMade] = useState<Made>()
  const close = () => {
    onClose()
    setMade(undefined)
  }
  return (
    <Sheet title={made ? t('pair_title', { name: made.name }) : t('add_title')} open={open} onClose={close}>
      {made ? (
        <TillPairing till={made} first={made} before={null} onDone={close} />
      ) : (
        <NewForm onMade={setMade} />
      )}
    </Sheet>
  )
}

function NewForm({ onMade }: { readonly onMade: (made: Made) => void }) {
  const { t } = useTranslation('tills')
  const [name, setName] = useState('')
  const [wasTried, setTried] = useState(false)
  const make = useAction((name: string, header) => resultOf(api.api.v1.tills.post({ name }, header)))
  const isEmpty = name.trim() === ''
  const said = useFieldErrors()(make.apiError).name
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    if (isEmpty) return event.currentTarget.querySelector<HTMLInputElement>('[name=name]')?.focus()
    if (!make.busy) make.run(name.trim(), ({ data }) => onMade(data))
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
        error={wasTried && isEmpty ? t('name_empty') : said}
        onChange={event => setName(event.currentTarget.value)}
      />
      {!said && <ApiErrorNote apiError={make.apiError} />}
      <Button type="submit" size="md" fullWidth loading={make.busy} data-testid="make-till">
        {t('add_confirm')}
      </Button>
    </form>
  )
}
