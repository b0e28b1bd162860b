// The shop page of a profile: whether it is open, and its link to share or print.
import { Checkbox } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { addTexts } from '../../kit/language.ts'
import { QrCode } from '../../kit/qr-code.tsx'
import { ReachNote } from '../links/link-share.tsx'
import { links } from '../links/links.text.ts'
import { CopyField } from '../parts/copy-field.tsx'
import { CollapsibleCard } from '../parts/form-section.tsx'
import type { Profile } from './profile.model.ts'

addTexts('links', links)

interface ShopPageProps {
  readonly open: boolean
  readonly onChange: (open: boolean) => void
  readonly saved: Profile | undefined
}

/** The folded switch of the shop page, with its QR code and link once it is open and saved. */
export function ShopPage({ open, onChange, saved }: ShopPageProps) {
  const { t } = useTranslation('profiles')
  return (
    <CollapsibleCard title={t('shop_page')} text={t('shop_page_text')}>
      <Checkbox
        label={t('shop_page_open')}
        checked={open}
        onChange={event => onChange(event.currentTarget.checked)}
      />
      <p className="form-note">{t('shop_page_hint')}</p>
      {saved?.shop_page && (
        <div className="shop-page-link">
          <QrCode text={saved.shop_url} label={t('shop_page_qr')} />
          <ReachNote link={saved.shop_url} />
          <CopyField text={saved.shop_url} label={t('shop_page_link')} />
          <a className="button-link" href={saved.shop_url} target="_blank" rel="noopener">
            {t('shop_page_see')}
          </a>
        </div>
      )}
    </CollapsibleCard>
  )
}
