// The screen while the create request has no answer. That is usually short; if it takes long, the cashier can
// stop it.
import { Button, Loader } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { moneyOf } from '../../kit/money.ts'
import { Sheet } from '../../kit/sheet.tsx'
import type { Sale } from './sale.model.ts'
import { leaveSale } from './sale-actions.ts'

/** Shows that the sale is being created. After a first lost answer, a sale without cash can be stopped. */
export function CreatingScreen({ sale }: { readonly sale: Sale }) {
  const { t } = useTranslation('till')
  const [isLeaving, setLeaving] = useState(false)
  return (
    <main className="creating">
      <Loader size="lg" />
      <h1 className="creating-sum">{moneyOf(sale.order.details.amount)}</h1>
      <p>{t(sale.cash ? 'creating_cash' : 'creating')}</p>
      {sale.tries > 0 && (
        <>
          <p className="creating-slow">{t(sale.cash ? 'creating_cash_slow' : 'creating_slow')}</p>
          {!sale.cash && (
            <Button variant="default" size="lg" onClick={() => setLeaving(true)}>
              {t('creating_stop')}
            </Button>
          )}
        </>
      )}
      <Sheet dialog title={t('creating_stop_title')} open={isLeaving} onClose={() => setLeaving(false)}>
        <p>{t('creating_stop_text')}</p>
        <div className="dialog-actions">
          <Button variant="default" size="lg" onClick={() => setLeaving(false)}>
            {t('cancel_keep')}
          </Button>
          <Button color="var(--bad)" size="lg" onClick={leaveSale}>
            {t('creating_stop')}
          </Button>
        </div>
      </Sheet>
    </main>
  )
}
