// The parked sales above the recent ones. A tap adds the sale to the one on the screen.
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../kit/api.ts'
import { useApiErrorText } from '../../kit/api-error.ts'
import { serverNow } from '../../kit/clock.ts'
import { Icon } from '../../kit/icon.tsx'
import { digitsOf } from '../../kit/money.ts'
import type { ParkedSale, TakenSale } from '../../kit/parked-sale.ts'
import { queryClient } from '../../kit/query.ts'
import { shortDateTimeOf } from '../../kit/time.ts'
import { readDraft } from '../entry/draft-storage.ts'
import { useTillDevice } from '../parts/till-device.ts'
import { fitsInto } from './basket.model.ts'
import { useHeldSales } from './held.ts'
import { resumeParking } from './park.ts'
import { useParkedSales } from './parked-sales.ts'
import { addHeld, resumeTaking, takeUp } from './take.ts'
import './parked.css'

/**
 * Lists the parked sales, and those that this till holds. `onTaken` is called once a sale is on the screen.
 */
export function ParkedList({ onTaken }: { readonly onTaken: (() => void) | undefined }) {
  const { t } = useTranslation('till')
  const { caller } = useTillDevice()
  const errorText = useApiErrorText()
  const [apiError, setApiError] = useState<ApiError | 'full'>()
  const parked = useParkedSales()
  const held = useHeldSales(caller.account)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the list appears
  useEffect(() => {
    resumeTaking(caller)
    void resumeParking(caller)
  }, [])
  const takeHeld = (sale: TakenSale) => {
    if (!fitsInto(readDraft(caller.account), sale)) return setApiError('full')
    setApiError(undefined)
    addHeld(caller.account, sale)
    onTaken?.()
  }
  const take = async (sale: ParkedSale) => {
    if (!fitsInto(readDraft(caller.account), sale)) return setApiError('full')
    const error = await takeUp(caller, sale.id)
    setApiError(error)
    void queryClient.invalidateQueries({ queryKey: ['parked'] })
    if (!error) onTaken?.()
  }
  if (parked.length === 0 && held.length === 0 && !apiError) return null
  // The title of the sheet is above this one; in the panel it is the first.
  const Title = onTaken ? 'h3' : 'h2'
  return (
    <>
      <section className="parked" aria-label={t('parked_sales')}>
        <Title className="parked-title">{t('parked_sales')}</Title>
        {apiError && (
          <p className="entry-error" role="alert">
            {apiError === 'full' ? t('parked_full') : errorText(apiError)}
          </p>
        )}
        <ul className="sales-list">
          {held.map(sale => (
            <ParkedRow key={sale.id} sale={sale} isHeld onTake={() => takeHeld(sale)} />
          ))}
          {parked.map(sale => (
            <ParkedRow key={sale.id} sale={sale} onTake={() => void take(sale)} />
          ))}
        </ul>
      </section>
      {/* A panel has a title above its recent sales; the sheet has one above everything. */}
      {onTaken && <h3 className="parked-title">{t('sales')}</h3>}
    </>
  )
}

interface ParkedRowProps {
  readonly sale: ParkedSale
  /** This till has already taken the sale up. */
  readonly isHeld?: boolean
  readonly onTake: () => void
}

/** Shows a parked sale: its name, lines, till, cashier and amount. */
function ParkedRow({ sale, isHeld = false, onTake }: ParkedRowProps) {
  const { t } = useTranslation('till')
  const { account } = useTillDevice()
  const about = [
    t(sale.line_count === 1 ? 'parked_lines_one' : 'parked_lines_other', { count: sale.line_count }),
    isHeld ? t('parked_held') : (sale.till ?? ''),
    sale.parked_by?.name ?? '',
  ].filter(text => text !== '')
  return (
    <li>
      <button type="button" className="sale-row" data-testid="parked-sale" onClick={onTake}>
        <span className="state-icon" data-state="parked">
          <Icon name="cart" size={18} />
        </span>
        <span className="sale-what">
          <span className="sale-amount">{sale.name}</span>
          <span className="sale-how">{about.join('\u00a0· ')}</span>
        </span>
        <span className="sale-when">
          <span className="parked-amount">{digitsOf(sale.amount)}</span>
          <span className="sale-time">
            {shortDateTimeOf(sale.created_at, account.time_zone, serverNow())}
          </span>
        </span>
      </button>
    </li>
  )
}
