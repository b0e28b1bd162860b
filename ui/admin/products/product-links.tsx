// The links above the price list: to a new item, an import, labels, and the list as a file.
import { Link, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useAccount } from '../parts/current-account.tsx'
import { Icon } from '../parts/icon.tsx'

/** The link to the form of a new item. `isFirst`: the list is still empty. */
export function AddLink({ isFirst = false }: { readonly isFirst?: boolean }) {
  const { t } = useTranslation('products')
  return (
    <Link to="/products/new" className="button-link button-first" data-testid="add-item">
      <Icon name="plus" size={18} /> {t(isFirst ? 'add_first' : 'add')}
    </Link>
  )
}

/** The link to the import of a price list. */
export function ImportLink() {
  const { t } = useTranslation('products')
  return (
    <Link to="/products/import" className="button-link">
      <Icon name="upload" size={18} /> {t('import')}
    </Link>
  )
}

/** The link to the labels of the items that the list shows. */
export function LabelLink() {
  const { t } = useTranslation('products')
  const { q, category, low } = useSearch({ from: '/products' })
  const filters = { ...(q ? { q } : {}), ...(category ? { category } : {}), ...(low ? { low } : {}) }
  return (
    <Link to="/products/labels" search={filters} className="button-link">
      <Icon name="print" size={18} /> {t('labels')}
    </Link>
  )
}

/** The link that downloads the whole price list in the form that the import reads. */
export function ExportFile() {
  const { t } = useTranslation('admin')
  const { id } = useAccount()
  return (
    <a className="button-link" href={`/api/v1/products/export?account=${encodeURIComponent(id)}`} download>
      <Icon name="download" size={18} /> {t('export')}
    </a>
  )
}
