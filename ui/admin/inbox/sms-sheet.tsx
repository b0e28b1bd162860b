// The dialog that resolves a payment SMS: it paid a sale, or is for none, with a reason.
import { Radio, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ApiResult, api, resultOf } from '../../kit/api.ts'
import { addTexts } from '../../kit/language.ts'
import { type AccountHeader, useAction } from '../parts/queries.ts'
import { ReasonDialog } from '../parts/reason-dialog.tsx'
import { sms } from './sms.text.ts'

addTexts('sms', sms)

interface Decision {
  /** The reference of the sale that the SMS paid; null when it paid none. */
  readonly reference: string | null
  readonly note: string
}

/** Sends the decision about an SMS: the sale that it paid, or that it paid none. `id` is that of the SMS. */
const sendDecision = (
  id: string,
  { reference, note }: Decision,
  header: AccountHeader,
): Promise<ApiResult<unknown>> =>
  reference === null
    ? resultOf(api.api.v1.unmatched.sms({ id }).settle.post({ note }, header))
    : resultOf(api.api.v1.payments({ reference }).sms.post({ sms: id, reason: note }, header))

/**
 * Asks whether the payment in an SMS is for a sale, and if so for the reference of the sale; and for a note.
 * @param id the id of the SMS
 */
export function SmsSheet({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { t } = useTranslation('sms')
  const [isForSale, setForSale] = useState(false)
  const [reference, setReference] = useState('')
  const action = useAction((decision: Decision, header) => sendDecision(id, decision, header))
  const missingText = t('missing')
  return (
    <ReasonDialog
      title={t('ask_title')}
      confirm={t(isForSale ? 'yes_sale' : 'yes_none')}
      onClose={onClose}
      onConfirm={note => action.run({ reference: isForSale ? reference.trim() : null, note }, onClose)}
      action={action}
      reason={{ label: t('note'), hint: t('note_hint'), missing: missingText, lengthMax: 200 }}
      isComplete={!isForSale || reference.trim() !== ''}
      below={<p>{t('final')}</p>}
    >
      {wasSubmitted => (
        <>
          <Radio.Group
            aria-label={t('choice')}
            value={isForSale ? 'sale' : 'none'}
            onChange={value => setForSale(value === 'sale')}
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
              error={wasSubmitted && reference.trim() === '' && missingText}
              onChange={event => setReference(event.currentTarget.value)}
            />
          )}
        </>
      )}
    </ReasonDialog>
  )
}
