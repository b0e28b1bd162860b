// My number: shown large, changed in place.
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { providerNames, readPhone } from '../../src/domain/phone.ts'
import { phoneOf } from '../kit/time.ts'

interface NumberRowProps {
  readonly number: string
  readonly onNumber: (number: string) => void
  readonly onTyping: (isTyping: boolean) => void
}

/**
 * Shows the number of this phone; a button turns it into a field. `onTyping` reports whether the field is
 * open.
 */
export function NumberRow({ number, onNumber, onTyping }: NumberRowProps) {
  const { t } = useTranslation('phone')
  const [draft, setDraft] = useState<string>()
  const phone = readPhone(draft ?? number)
  /** Changes the text of the field; undefined closes it. */
  const edit = (next: string | undefined) => {
    setDraft(next)
    onTyping(next !== undefined)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!phone) return
    onNumber(phoneOf(phone.e164))
    edit(undefined)
  }
  if (draft === undefined)
    return (
      <div className="number">
        <p>
          <small>{t('number')}</small>
          <strong data-testid="number">{phone ? phoneOf(phone.e164) : number}</strong>
          {phone?.provider && <span>{providerNames[phone.provider]}</span>}
        </p>
        <Button variant="default" size="sm" data-testid="number-change" onClick={() => edit(number)}>
          {t('number_change')}
        </Button>
      </div>
    )
  return (
    <form className="number number-edit" onSubmit={submit}>
      <TextInput
        label={t('number')}
        type="tel"
        inputMode="tel"
        autoComplete="off"
        size="md"
        autoFocus
        data-testid="number-field"
        value={draft}
        error={phone ? undefined : t('number_wrong')}
        onChange={event => edit(event.currentTarget.value)}
        onFocus={event => event.currentTarget.select()}
      />
      <Button type="submit" size="md" data-testid="number-done" disabled={!phone}>
        {t('number_save')}
      </Button>
    </form>
  )
}
