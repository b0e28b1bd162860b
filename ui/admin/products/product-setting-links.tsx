// The ways from the price list to its settings: the rules of scale barcodes, and the tax rates.
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Icon } from '../parts/icon.tsx'

/** Links from the price list to its settings. */
export function ProductSettingLinks() {
  const { t } = useTranslation('products')
  return (
    <p style={{ display: 'flex', flexWrap: 'wrap', gap: '8px 20px', marginTop: 16 }}>
      <Link to="/products/shop-codes" className="button-link">
        <Icon name="barcode" size={18} /> {t('shop_codes')}
      </Link>
      <Link to="/products/tax-rates" className="button-link">
        <Icon name="coins" size={18} /> {t('tax_rates')}
      </Link>
    </p>
  )
}
