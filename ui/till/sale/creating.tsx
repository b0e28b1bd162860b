// While the box has not answered the create request. Usually a blink; when it lasts, it says so and offers a
// way out.
import { Button, Loader } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { moneyOf } from '../../kit/money.ts'
import { Sheet } from '../../kit/sheet.tsx'
import type { Sale } from './sale.model.ts'
import { leaveSale } from './sale-actions.ts'

export function Creating({ sale }: { readonly sale: Sale }) {
  const { t } = useTranslation('till')
  const [leaving, setLeaving] = useState(false)
  return (
    <main className="asking">
      <Loader size="lg" />
      <h1 className="asking-sum">{moneyOf(sale.order.details.amount)}</h1>
      <p>{t(sale.cash ? 'asking_cash' : 'asking')}</p>
      {sale.tries > 0 && (
        <>
          <p className="asking-slow">{t(sale.cash ? 'asking_cash_slow' : 'asking_slow')}</p>
          {!sale.cash && (
            <Button variant="default" size="lg" onClick={() => setLeaving(true)}>
              {t('asking_leave')}
            </Button>
          )}
        </>
      )}
      <Sheet ask title={t('asking_leave_title')} open={leaving} onClose={() => setLeaving(false)}>
        <p>{t('asking_leave_text')}</p>
        <div className="ask-acts">
          <Button variant="default" size="lg" onClick={() => setLeaving(false)}>
            {t('cancel_no')}
          </Button>
          <Button color="var(--bad)" size="lg" onClick={leaveSale}>
            {t('asking_leave')}
          </Button>
        </div>
      </Sheet>
    </main>
  )
}
