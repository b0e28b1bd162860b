// The dialog that resolves a payment SMS: it paid a sale, or is for none, with a reason.
import { Radio, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ApiResult, api, resultOf } from '../../kit/api.ts'
import { addTexts } from '../../kit/language.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { type AccountHeader, useAction } from '../parts/queries.ts'
import { sms } from './sms.text.ts'

addTexts('sms', sms)

interface Decision {
  /** Null for no sale. */
  readonly reference: string | null
  readonly note: string
}

const decide = (
  id: string,
  { reference, note }: Decision,
  named: AccountHeader,
): Promise<ApiResult<unknown>> =>
  reference === null
    ? resultOf(api.api.v1.unmatched.sms({ id }).settle.post({ note }, named))
    : resultOf(api.api.v1.payments({ reference }).sms.post({ sms: id, reason: note }, named))

export function SmsSheet({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { t } = useTranslation('sms')
  const [isForSale, setIsForSale] = useState(false)
  const [reference, setReference] = useState('')
  const [note, setNote] = useState('')
  const [tried, setTried] = useState(false)
  const action = useAction((decision: Decision, named) => decide(id, decision, named))
  const isComplete = note.trim() !== '' && (!isForSale || reference.trim() !== '')
  return (
    <ConfirmDialog
      title={t('ask_title')}
      open
      onClose={onClose}
      confirm={t(isForSale ? 'yes_sale' : 'yes_none')}
      onConfirm={() => {
        setTried(true)
        const decision = { reference: isForSale ? reference.trim() : null, note: note.trim() }
        if (isComplete) action.run(decision, onClose)
      }}
      busy={action.busy}
      apiError={action.apiError}
    >
      <Radio.Group
        aria-label={t('choice')}
        value={isForSale ? 'sale' : 'none'}
        onChange={value => setIsForSale(value === 'sale')}
      >
        <div className="stack">
          <Radio value="none" label={t('for_none')} description={t('for_none_text')} />
          <Radio value="sale" label={t('for_sale')} description={t('for_sale_text')} />
        </div>
      </Radio.Group>
      {isForSale && (
        <TextInput
          label={t('reference')}
          name="reference"
          size="md"
          maxLength={36}
          autoComplete="off"
          spellCheck={false}
          value={reference}
          error={tried && reference.trim() === '' && t('missing')}
          onChange={event => setReference(event.currentTarget.value)}
        />
      )}
      <Textarea
        label={t('note')}
        description={t('note_hint')}
        name="note"
        rows={2}
        size="md"
        maxLength={200}
        value={note}
        error={tried && note.trim() === '' && t('missing')}
        onChange={event => setNote(event.currentTarget.value)}
      />
      <p>{t('final')}</p>
    </ConfirmDialog>
  )
}
