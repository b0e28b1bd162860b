// Whether the stock of an item is counted, and its low mark.
import { Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { TextField } from '../parts/form-field.tsx'
import { CollapsibleCard } from '../parts/form-section.tsx'
import type { DraftProps } from './product.model.ts'

/** Draws the switch that counts stock and, when it is on, the field for the low mark. */
export function ProductStockFields({ draft, change }: DraftProps) {
  const { t } = useTranslation('product-form')
  return (
    <CollapsibleCard title={t('stock')} text={t('stock_text')} count={draft.trackStock ? 1 : 0}>
      <Switch
        name="track_stock"
        label={t('stock_count')}
        description={t('stock_count_text')}
        checked={draft.trackStock}
        onChange={event => change({ trackStock: event.currentTarget.checked })}
      />
      {draft.trackStock && (
        <TextField
          name="low_at"
          label={t('low_at')}
          hint={t(draft.unit === 'kg' ? 'low_at_kg' : 'low_at_text')}
          value={draft.lowAt}
          onChange={lowAt => change({ lowAt })}
        />
      )}
    </CollapsibleCard>
  )
}
