// The shifts of all tills: their cashiers, their sales, and whether the drawer matched.
import { Link, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '../../kit/api.ts'
import { addTexts } from '../../kit/language.ts'
import { EmptyState } from '../parts/empty-state.tsx'
import { ExportLink } from '../parts/export-link.tsx'
import { Money, Timestamp } from '../parts/figure.tsx'
import { Choice, ClearFilters, FilterBar } from '../parts/filter-bar.tsx'
import { isNothingYet, rowsOf } from '../parts/list.model.ts'
import { type Column, List } from '../parts/list.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { usePersonName } from '../parts/person-name.ts'
import { useRead } from '../parts/queries.ts'
import { isFiltered } from '../parts/query.model.ts'
import { useStaff } from '../parts/staff.queries.ts'
import { useTills } from '../parts/till.queries.ts'
import { type Shift, shiftStates } from './shift.model.ts'
import { DrawerResultLabel } from './shift-result.tsx'
import { shifts } from './shifts.text.ts'

addTexts('shifts', shifts)

/** The page that lists shifts, read again every 30 seconds. */
export function ShiftList() {
  const { t } = useTranslation('shifts')
  const search = useSearch({ from: '/shifts' })
  const { till, state, cashier } = search
  const query = {
    ...(till ? { till } : {}),
    ...(state ? { state } : {}),
    ...(cashier ? { cashier } : {}),
    ...rowsOf(search),
  }
  const shifts = useRead(['shifts', query], header => api.api.v1.shifts.get({ query, ...header }), {
    keepPrevious: true,
    everyMs: 30_000,
  })
  const { tills } = useTills()
  const cashiers = useCashiers(shifts.data?.data.items, cashier)
  const hasNoRows = isNothingYet(shifts.data?.data, search)
  return (
    <>
      <PageHead title={t('title')} text={t('text')}>
        <ExportLink what="shifts" query={query} isHidden={hasNoRows} />
      </PageHead>
      <FilterBar hasFilter={isFiltered(search)} isHidden={hasNoRows}>
        <Choice
          name="till"
          label={t('filter_till')}
          options={(tills ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        />
        <Choice name="cashier" label={t('filter_cashier')} options={cashiers} />
        <Choice
          name="state"
          label={t('filter_state')}
          options={shiftStates.map(value => ({ value, label: t(`state_${value}`) }))}
        />
      </FilterBar>
      <div className="shift-list">
        <List
          name={t('title')}
          columns={useColumns()}
          keyOf={({ id }) => id}
          linkOf={({ id }) => ({ to: '/shifts/$id', params: { id } })}
          page={shifts.data?.data}
          apiError={shifts.apiError}
          isStale={shifts.stale}
          retry={shifts.retry}
          empty={<NoShifts hasFilter={isFiltered(search)} />}
        />
      </div>
    </>
  )
}

/** The empty state: nothing matches the filters, or no shift was opened yet. */
function NoShifts({ hasFilter }: { readonly hasFilter: boolean }) {
  const { t } = useTranslation('shifts')
  return hasFilter ? (
    <EmptyState icon="search" title={t('no_results')}>
      <ClearFilters text={t('clear_filters')} />
    </EmptyState>
  ) : (
    <EmptyState icon="clock" title={t('none')} text={t('none_text')}>
      <Link to="/tills" className="button-link">
        {t('to_tills')}
      </Link>
    </EmptyState>
  )
}

/**
 * Returns the staff to filter by. A person named in the address can be chosen even after they have left;
 * their name then comes from the shifts shown.
 */
function useCashiers(shifts: readonly Shift[] | undefined, chosenId: string | undefined) {
  const { t } = useTranslation('shifts')
  const { people = [] } = useStaff()
  const all = people.map(({ id, name }) => ({ value: id, label: name }))
  if (!chosenId || all.some(({ value }) => value === chosenId)) return all
  const name = shifts?.find(({ opened_by }) => opened_by.id === chosenId)?.opened_by.name
  return [...all, { value: chosenId, label: name || t('former_staff') }]
}

/** Returns the columns of the list. */
function useColumns(): Column<Shift>[] {
  const { t } = useTranslation('shifts')
  const nameOf = usePersonName()
  return [
    {
      name: 'shift',
      head: t('column_shift'),
      cell: ({ till, number }) => (
        <span className="shift-name">
          <span>{till.name}</span>
          <span>{t('shift_number', { number })}</span>
        </span>
      ),
      onPhone: 'main',
      grows: true,
    },
    {
      name: 'cashier',
      head: t('column_cashier'),
      cell: shift => nameOf(shift.opened_by, t('former_staff')),
      wideOnly: true,
    },
    {
      name: 'opened',
      head: t('column_opened'),
      cell: shift => <Timestamp at={shift.opened_at} />,
      onPhone: 'under',
    },
    {
      name: 'closed',
      head: t('column_closed'),
      cell: shift => shift.closed_at && <Timestamp at={shift.closed_at} />,
      wideOnly: true,
    },
    {
      name: 'sales',
      head: t('column_sales'),
      cell: shift => <Money amount={shift.report.total.gross} />,
      onPhone: 'side',
      align: 'end',
    },
    {
      name: 'difference',
      head: t('column_difference'),
      cell: shift => <DrawerResultLabel shift={shift} />,
      onPhone: 'tail',
    },
  ]
}
