// The way from the price list to the rules of scale barcodes.
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Icon } from '../parts/icon.tsx'

/** Links from the price list to the rules of scale barcodes. */
export function ShopCodeLink() {
  const { t } = useTranslation('products')
  return (
    <p style={{ marginTop: 16 }}>
      <Link to="/products/shop-codes" className="button-link">
        <Icon name="barcode" size={18} /> {t('shop_codes')}
      </Link>
    </p>
  )
}
