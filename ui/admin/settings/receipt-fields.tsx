// The section of receipts: what they show of the shop in addition to its name and city, and a preview.
import { Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { readReceiptDetails, receiptLinesMax } from '../../../src/domain/receipt-detail.ts'
import { hasTaxNumber, receiptShop, shopLines } from '../../../src/domain/receipt-shop.ts'
import type { ShopTexts } from './setting.model.ts'
import { SettingSection, settingField } from './setting-editing.tsx'
import type { FieldsProps } from './setting-fields.tsx'

/** Draws the fields of the shop's address, phone, tax numbers, head and foot. */
export function ReceiptFields({ editing, isLocked }: FieldsProps<ShopTexts>) {
  const { t } = useTranslation('settings')
  const text = (field: 'receipt_header' | 'receipt_footer' | 'address') => (
    <Textarea
      {...settingField(editing, field, isLocked)}
      className="receipt-text"
      label={t(field)}
      description={t(`${field}_hint`)}
      rows={Math.min(receiptLinesMax, Math.max(2, editing.values[field].split('\n').length))}
      autoComplete="off"
    />
  )
  const line = (field: 'phone' | 'tin' | 'vrn') => (
    <TextInput
      {...settingField(editing, field, isLocked)}
      className="short-field"
      type={field === 'phone' ? 'tel' : 'text'}
      inputMode={field === 'tin' ? 'numeric' : undefined}
      label={t(`shop_${field}`)}
      description={t(`shop_${field}_hint`)}
      autoComplete="off"
    />
  )
  return (
    <SettingSection title={t('receipts')} text={t('receipts_text')}>
      {text('address')}
      {line('phone')}
      <div className="field-pair">
        {line('tin')}
        {line('vrn')}
      </div>
      {text('receipt_header')}
      {text('receipt_footer')}
      <ReceiptPreview values={editing.values} />
    </SettingSection>
  )
}

/** Shows how a receipt begins and ends with these values. */
function ReceiptPreview({ values }: { readonly values: ShopTexts }) {
  const { t } = useTranslation('settings')
  const { name, city, receipt_header: receiptHeader, receipt_footer: receiptFooter } = values
  const details = readReceiptDetails({ ...values, receiptHeader, receiptFooter })
  const shop = receiptShop({ city, ...details })
  return (
    <figure className="receipt-preview">
      <figcaption>{t('receipt_preview')}</figcaption>
      <div className="receipt-paper" data-testid="receipt-preview">
        <strong>{name}</strong>
        {shop.header !== null && <p>{shop.header}</p>}
        <p>{shopLines(shop, t('receipt_phone')).join('\n')}</p>
        <hr />
        <p>{shop.footer ?? t('receipt_thanks')}</p>
        {hasTaxNumber(shop) && <p>{t('receipt_not_fiscal')}</p>}
      </div>
    </figure>
  )
}
