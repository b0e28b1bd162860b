// The button that shares the day shown on Home as a picture.
import { useTranslation } from 'react-i18next'
import { serverNow } from '../../kit/clock.ts'
import { digitsOf, moneyOf } from '../../kit/money.ts'
import { useAccount } from '../parts/current-account.tsx'
import { Icon } from '../parts/icon.tsx'
import { dayNameOf, exactTimeOf } from '../parts/time.model.ts'
import type { Overview } from './home.model.ts'

/**
 * Shows the button that shares the sales of a day as a picture. The code that draws the picture loads when
 * the button is pressed.
 */
export function DayShare({ day, mode }: { readonly day: Overview['day']; readonly mode: Overview['mode'] }) {
  const { t, i18n } = useTranslation('home')
  const { name: shop, time_zone } = useAccount()
  const share = async () => {
    const { pictureOfDay, shareFile } = await import('./day-picture.ts')
    const now = exactTimeOf(new Date(serverNow()).toISOString(), time_zone, i18n.language)
    const { refunds, success_rate: rate } = day
    const net = day.gross - refunds.gross
    const rows: [name: string, value: string][] = day.methods
      .filter(({ count }) => count > 0)
      .map(({ method, gross }) => [t(`method_${method}`), moneyOf(gross)])
    if (refunds.count > 0) {
      const refundCount = { count: refunds.count, number: digitsOf(refunds.count) }
      rows.push([t('refunded', refundCount), `− ${moneyOf(refunds.gross)}`])
      rows.push([t('sales_after'), `${net < 0 ? '− ' : ''}${moneyOf(Math.abs(net))}`])
      if (refunds.fees > 0) rows.push([t('refund_fees'), moneyOf(refunds.fees)])
    }
    if (rate !== null) rows.push([t('success'), `${Math.round(rate * 100)}%`])
    const picture = {
      shop,
      day: dayNameOf(day.date, i18n.language),
      practice: mode === 'sandbox' ? t('practice') : undefined,
      sales: t(refunds.count > 0 ? 'sales_before' : 'sales'),
      amount: moneyOf(day.gross),
      count: t('paid', { count: day.count, formatted: digitsOf(day.count) }),
      rows,
      at: now,
    }
    const file = await pictureOfDay(picture, `${t('share_file')}-${day.date}.png`)
    if (file) await shareFile(file)
  }
  return (
    <button type="button" className="button-link" onClick={() => void share()}>
      <Icon name="save" size={18} /> {t('share_day')}
    </button>
  )
}
