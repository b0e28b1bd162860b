// The optional parts of a link's form: custom fields, appearance, customer and developer options. The items
// are in link-items.tsx.
import { Checkbox } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { fieldTypes } from '../../../src/domain/session.ts'
import { AddressFields, AreaField, ChoiceField, TextField } from '../parts/form-field.tsx'
import { CollapsibleCard, EditableRows } from '../parts/form-section.tsx'
import {
  type DraftProps,
  type FieldDraft,
  fieldKeyOf,
  newField,
  newMetadata,
  rowsMax,
} from './link-form.model.ts'

/** Edits the questions that the page asks the customer. */
export function LinkFields({ draft, change }: DraftProps) {
  const { t } = useTranslation('link-form')
  return (
    <CollapsibleCard title={t('fields')} text={t('fields_text')} count={draft.fields.length}>
      <EditableRows
        rows={draft.fields}
        onChange={fields => change({ fields })}
        newRow={newField}
        max={rowsMax.fields}
        add={t('fields_add')}
        remove={number => t('fields_remove', { number })}
      >
        {(field, index, changeField) => <FieldRow field={field} index={index} change={changeField} />}
      </EditableRows>
    </CollapsibleCard>
  )
}

interface FieldRowProps {
  readonly field: FieldDraft
  readonly index: number
  readonly change: (changes: Partial<FieldDraft>) => void
}

/** Edits one question. Only a question of the type `select` has choices, and a date has no placeholder. */
function FieldRow({ field, index, change }: FieldRowProps) {
  const { t } = useTranslation('link-form')
  return (
    <>
      <TextField
        name={`custom_fields.${index}.label`}
        label={t('field_label')}
        value={field.label}
        onChange={label => change({ label })}
      />
      <div className="field-pair">
        <ChoiceField
          name={`custom_fields.${index}.type`}
          label={t('field_type')}
          value={field.type}
          onChange={value => change({ type: fieldTypes.find(type => type === value) ?? 'text' })}
          options={fieldTypes.map(value => ({ value, label: t(`type_${value}`) }))}
        />
        <TextField
          name={`custom_fields.${index}.key`}
          label={t('field_key')}
          placeholder={fieldKeyOf({ ...field, key: '' })}
          code
          value={field.key}
          onChange={key => change({ key })}
        />
      </div>
      {field.type === 'select' && (
        <AreaField
          name={`custom_fields.${index}.options`}
          label={t('field_options')}
          rows={3}
          value={field.options}
          onChange={options => change({ options })}
        />
      )}
      {field.type !== 'date' && (
        <TextField
          name={`custom_fields.${index}.placeholder`}
          label={t('field_placeholder')}
          value={field.placeholder}
          onChange={placeholder => change({ placeholder })}
        />
      )}
      <Checkbox
        label={t('field_required')}
        checked={field.required}
        onChange={event => change({ required: event.currentTarget.checked })}
      />
    </>
  )
}

/** Edits the appearance of the checkout page: theme, logo, and the texts of the button and after payment. */
export function LinkAppearance({ draft, change }: DraftProps) {
  const { t } = useTranslation('link-form')
  return (
    <CollapsibleCard title={t('appearance')} text={t('appearance_text')}>
      <ChoiceField
        name="display.theme"
        label={t('theme')}
        value={draft.theme}
        onChange={theme => change({ theme: theme === 'dark' ? 'dark' : 'light' })}
        options={[
          { value: 'light', label: t('theme_light') },
          { value: 'dark', label: t('theme_dark') },
        ]}
      />
      <Checkbox
        label={t('logo')}
        checked={draft.logo}
        onChange={event => change({ logo: event.currentTarget.checked })}
      />
      <TextField
        name="display.button_text"
        label={t('button')}
        hint={t('button_hint')}
        value={draft.button}
        onChange={button => change({ button })}
      />
      <AreaField
        name="display.success_message"
        label={t('success')}
        hint={t('success_hint')}
        value={draft.success}
        onChange={success => change({ success })}
      />
    </CollapsibleCard>
  )
}

/** Edits the customer’s name, phone number and e-mail, which the checkout page then shows filled in. */
export function LinkCustomer({ draft, change }: DraftProps) {
  const { t } = useTranslation('link-form')
  return (
    <CollapsibleCard title={t('customer')} text={t('customer_text')}>
      <TextField
        name="customer.name"
        label={t('customer_name')}
        value={draft.name}
        onChange={name => change({ name })}
      />
      <div className="field-pair">
        <TextField
          name="customer.phone"
          type="tel"
          label={t('customer_phone')}
          value={draft.phone}
          onChange={phone => change({ phone })}
        />
        <TextField
          name="customer.email"
          type="email"
          label={t('customer_email')}
          value={draft.email}
          onChange={email => change({ email })}
        />
      </div>
    </CollapsibleCard>
  )
}

/** Edits the addresses for redirect and webhook, and the metadata. */
export function LinkDeveloperOptions({ draft, change }: DraftProps) {
  const { t } = useTranslation('link-form')
  return (
    <CollapsibleCard title={t('developer')} text={t('developer_text')} count={draft.pairs.length}>
      <AddressFields
        redirect={draft.redirect}
        webhook={draft.webhook}
        hints={{ redirect: t('redirect_hint'), webhook: t('webhook_hint') }}
        change={change}
      />
      <h3 className="collapsible-part">{t('metadata')}</h3>
      <EditableRows
        rows={draft.pairs}
        onChange={pairs => change({ pairs })}
        newRow={newMetadata}
        max={rowsMax.pairs}
        add={t('metadata_add')}
        remove={number => t('metadata_remove', { number })}
      >
        {(pair, index, changePair) => (
          <div className="field-pair">
            <TextField
              name={`metadata.${index}.key`}
              label={t('metadata_key')}
              code
              value={pair.key}
              onChange={key => changePair({ key })}
            />
            <TextField
              name={`metadata.${index}.value`}
              label={t('metadata_value')}
              value={pair.value}
              onChange={value => changePair({ value })}
            />
          </div>
        )}
      </EditableRows>
    </CollapsibleCard>
  )
}
