// The first sale of a new shop, celebrated once in this browser: a line and a tick that moves for a moment.
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isString, readStored, writeStored } from '../../kit/storage.ts'
import { useAccount } from '../parts/current-account.tsx'
import { Icon } from '../parts/icon.tsx'

/** Browser storage holds under this name the shop whose first sale was celebrated last. */
const storedName = 'console.first-sale'

/** Shows the celebration the first time that this browser sees the shop with a sale. */
export function FirstSale() {
  const { t } = useTranslation('home')
  const { name } = useAccount()
  const [isNew] = useState(() => readStored(storedName, isString) !== name)
  useEffect(() => {
    if (isNew) writeStored(storedName, name)
  }, [isNew, name])
  if (!isNew) return null
  return (
    <div className="first-sale" role="status">
      <span className="first-sale-mark">
        <Icon name="check" size={22} />
      </span>
      <span>
        <strong>{t('first_sale')}</strong> {t('first_sale_text')}
      </span>
    </div>
  )
}
