// The parts of a link's form that most links do without: items, questions, look, customer, and what software
// wants.
import { Checkbox } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { fieldTypes } from '../../../src/domain/session.ts'
import { digitsOf, moneyOf } from '../../kit/money.ts'
import { AddressFields, AmountField, AreaField, ChoiceField, TextField } from '../parts/form-field.tsx'
import { Fold, Rows } from '../parts/form-section.tsx'
import { keyOf, newField, newItem, newPair, numberIn, sumOf } from './session-form.model.ts'
import type { DraftProps } from './session-new.tsx'

export function LinkItems({ draft, change }: DraftProps) {
  const { t } = useTranslation('links')
  return (
    <Fold title={t('items')} text={t('items_text')} count={draft.items.length}>
      <Rows
        rows={draft.items}
        onChange={items => change({ items })}
        newRow={newItem}
        most={50}
        add={t('items_add')}
        remove={number => t('items_remove', { number })}
      >
        {(item, at, set) => (
          <>
            <TextField
              name={`line_items.${at}.name`}
              label={t('item_name')}
              value={item.name}
              onChange={name => set({ name })}
            />
            <div className="field-pair count-price">
              <TextField
                name={`line_items.${at}.quantity`}
                label={t('item_quantity')}
                value={item.quantity}
                onChange={quantity => set({ quantity })}
              />
              <AmountField
                name={`line_items.${at}.unit_price`}
                label={t('item_price')}
                value={item.price}
                onChange={price => set({ price })}
              />
            </div>
            {draft.style === 'cards' && (
              <div className="field-pair">
                <TextField
                  name={`line_items.${at}.description`}
                  label={t('item_more')}
                  value={item.description}
                  onChange={description => set({ description })}
                />
                <TextField
                  name={`line_items.${at}.sku`}
                  label={t('item_sku')}
                  value={item.sku}
                  onChange={sku => set({ sku })}
                />
              </div>
            )}
          </>
        )}
      </Rows>
      {draft.items.length > 0 && (
        <>
          <ItemsSum draft={draft} change={change} />
          <ChoiceField
            name="display.line_items_style"
            label={t('items_style')}
            value={draft.style}
            onChange={style => change({ style: style === 'cards' ? 'cards' : 'compact' })}
            options={[
              { value: 'compact', label: t('style_compact') },
              { value: 'cards', label: t('style_cards') },
            ]}
          />
        </>
      )}
    </Fold>
  )
}

/** The amount is the link's own: says so when the items come to another sum. */
function ItemsSum({ draft, change }: DraftProps) {
  const { t } = useTranslation('links')
  const sum = sumOf(draft.items)
  const amount = numberIn(draft.amount)
  if (sum === undefined || draft.open) return null
  const differs = amount !== undefined && amount !== sum
  return (
    <p className={differs ? 'form-note form-note-warning' : 'form-note'}>
      {differs
        ? t('items_differ', { sum: moneyOf(sum), amount: moneyOf(amount) })
        : t('items_total', { money: moneyOf(sum) })}{' '}
      {amount !== sum && (
        <button type="button" className="text-button" onClick={() => change({ amount: digitsOf(sum) })}>
          {t('items_use_total')}
        </button>
      )}
    </p>
  )
}

export function LinkFields({ draft, change }: DraftProps) {
  const { t } = useTranslation('links')
  return (
    <Fold title={t('fields')} text={t('fields_text')} count={draft.fields.length}>
      <Rows
        rows={draft.fields}
        onChange={fields => change({ fields })}
        newRow={newField}
        most={20}
        add={t('fields_add')}
        remove={number => t('fields_remove', { number })}
      >
        {(field, at, set) => (
          <>
            <TextField
              name={`custom_fields.${at}.label`}
              label={t('field_label')}
              value={field.label}
              onChange={label => set({ label })}
            />
            <div className="field-pair">
              <ChoiceField
                name={`custom_fields.${at}.type`}
                label={t('field_type')}
                value={field.type}
                onChange={value => set({ type: fieldTypes.find(type => type === value) ?? 'text' })}
                options={fieldTypes.map(value => ({ value, label: t(`type_${value}`) }))}
              />
              <TextField
                name={`custom_fields.${at}.key`}
                label={t('field_key')}
                placeholder={keyOf({ ...field, key: '' })}
                code
                value={field.key}
                onChange={key => set({ key })}
              />
            </div>
            {field.type === 'select' && (
              <AreaField
                name={`custom_fields.${at}.options`}
                label={t('field_options')}
                rows={3}
                value={field.options}
                onChange={options => set({ options })}
              />
            )}
            {field.type !== 'date' && (
              <TextField
                name={`custom_fields.${at}.placeholder`}
                label={t('field_placeholder')}
                value={field.placeholder}
                onChange={placeholder => set({ placeholder })}
              />
            )}
            <Checkbox
              label={t('field_required')}
              checked={field.required}
              onChange={event => set({ required: event.currentTarget.checked })}
            />
          </>
        )}
      </Rows>
    </Fold>
  )
}

export function LinkLook({ draft, change }: DraftProps) {
  const { t } = useTranslation('links')
  return (
    <Fold title={t('appearance')} text={t('appearance_text')}>
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
    </Fold>
  )
}

export function LinkCustomer({ draft, change }: DraftProps) {
  const { t } = useTranslation('links')
  return (
    <Fold title={t('customer')} text={t('customer_text')}>
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
    </Fold>
  )
}

export function LinkSoftware({ draft, change }: DraftProps) {
  const { t } = useTranslation('links')
  return (
    <Fold title={t('developer')} text={t('developer_text')} count={draft.pairs.length}>
      <AddressFields
        redirect={draft.redirect}
        webhook={draft.webhook}
        hints={{ redirect: t('redirect_hint'), webhook: t('webhook_hint') }}
        change={change}
      />
      <h3 className="fold-part">{t('metadata')}</h3>
      <Rows
        rows={draft.pairs}
        onChange={pairs => change({ pairs })}
        newRow={newPair}
        most={50}
        add={t('metadata_add')}
        remove={number => t('metadata_remove', { number })}
      >
        {(pair, at, set) => (
          <div className="field-pair">
            <TextField
              name={`metadata.${at}.key`}
              label={t('metadata_key')}
              code
              value={pair.key}
              onChange={key => set({ key })}
            />
            <TextField
              name={`metadata.${at}.value`}
              label={t('metadata_value')}
              value={pair.value}
              onChange={value => set({ value })}
            />
          </div>
        )}
      </Rows>
    </Fold>
  )
}
