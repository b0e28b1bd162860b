// The tills of the account: who is on each, and the way to one more. Revoked ones lie folded below.
import { Button } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { serverNow } from '../../kit/clock.ts'
import { addTexts } from '../../kit/language.ts'
import { EmptyState } from '../parts/empty-state.tsx'
import { ExportLink } from '../parts/export-link.tsx'
import { StateChip, Timestamp } from '../parts/figure.tsx'
import { Choice, FilterBar, NoResults, SearchBox } from '../parts/filter-bar.tsx'
import { matchingRows, pageOfRows } from '../parts/found-rows.model.ts'
import { GuideLink } from '../parts/guide-link.tsx'
import { Icon } from '../parts/icon.tsx'
import { type Column, List, SettledList } from '../parts/list.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { usePersonName } from '../parts/person-name.ts'
import { isFiltered } from '../parts/query.model.ts'
import { tillStates } from '../parts/small-list.model.ts'
import { useStaff } from '../parts/staff.queries.ts'
import { type Till, useTills } from '../parts/till.queries.ts'
import { activeTills, revokedTillsOf, tillStateChips, tillStateOf } from './till.model.ts'
import { TillNew } from './till-new.tsx'
import { tills as words } from './tills.text.ts'

addTexts('tills', words)

/** The link to a till's page. */
const linkOf = ({ id }: Till) => ({ to: '/tills/$id', params: { id } }) as const

/** The button that opens the sheet for a new till. */
function AddButton({ onClick }: { readonly onClick: () => void }) {
  const { t } = useTranslation('tills')
  return (
    <Button leftSection={<Icon name="plus" size={18} />} onClick={onClick}>
      {t('add')}
    </Button>
  )
}

/** The empty state of a shop without tills. */
function NoTills({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation('tills')
  return (
    <EmptyState icon="tablet" title={t('none')} text={t('none_text')}>
      {children}
    </EmptyState>
  )
}

/** Draws the search and the filter by state. */
function TillFilters({ hasFilter }: { readonly hasFilter: boolean }) {
  const { t } = useTranslation('tills')
  return (
    <FilterBar hasFilter={hasFilter}>
      <SearchBox name="q" label={t('search')} />
      <Choice
        name="state"
        label={t('filter_state')}
        options={tillStates.map(value => ({ value, label: t(`state_${value}`) }))}
      />
    </FilterBar>
  )
}

/**
 * The page that lists the tills. Revoked ones are folded below, or are a list of their own with
 * `state=revoked`.
 */
export function TillList() {
  const { t } = useTranslation('tills')
  const { tills, apiError, retry } = useTills()
  const [isAdding, setAdding] = useState(false)
  const [columns, revokedColumns] = [useColumns(), useRevokedColumns()]
  const search = useSearch({ from: '/tills' })
  const { q, state, page } = search
  const hasFilter = isFiltered(search)
  const matches = matchingRows(tills ?? [], q, ({ name, staff }) => [name, staff?.name ?? ''])
  const revoked = revokedTillsOf(matches)
  const tillsInUse = activeTills(matches).filter(till => !state || tillStateOf(till, serverNow()) === state)
  const hasNoTills = tills !== undefined && activeTills(tills).length === 0
  const addButton = <AddButton onClick={() => setAdding(true)} />
  return (
    <>
      <PageHead title={t('title')} text={t('text')} guide={<GuideLink guide="tills" about={t('title')} />}>
        <ExportLink what="tills" isHidden={tills?.length === 0} />
        {!hasNoTills && addButton}
      </PageHead>
      {!hasNoTills && tills && <NoPins />}
      {(hasFilter || (tills && tills.length > 1)) && <TillFilters hasFilter={hasFilter} />}
      {state === 'revoked' && <p className="muted-text">{t('revoked_text')}</p>}
      <List
        name={t(state === 'revoked' ? 'revoked' : 'title')}
        columns={state === 'revoked' ? revokedColumns : columns}
        keyOf={({ id }) => id}
        linkOf={linkOf}
        page={tills && pageOfRows(state === 'revoked' ? revoked : tillsInUse, page)}
        apiError={apiError}
        isTimeless
        retry={retry}
        empty={!hasFilter ? <NoTills>{addButton}</NoTills> : (state || revoked.length === 0) && <NoResults />}
      />
      {!state && (
        <SettledList
          key={q}
          name={t('revoked')}
          text={t('revoked_text')}
          rows={revoked}
          columns={revokedColumns}
          keyOf={({ id }) => id}
          linkOf={linkOf}
          retry={retry}
          state="revoked"
          open={q !== undefined}
        />
      )}
      <TillNew open={isAdding} onClose={() => setAdding(false)} />
    </>
  )
}

/** Warns while the shop has no PIN at all, because then no cashier can sign in on a till. */
function NoPins() {
  const { t } = useTranslation('tills')
  const { people } = useStaff()
  if (!people || people.some(({ pin_set }) => pin_set)) return null
  return (
    <p className="info-note till-note">
      <span>{t('no_pins')}</span>
      <Link to="/staff" className="button-link">
        {t('to_staff')}
      </Link>
    </p>
  )
}

/** Returns the columns of tills in use. */
function useColumns(): Column<Till>[] {
  const { t } = useTranslation('tills')
  const nameOf = usePersonName()
  return [
    { name: 'name', head: t('column_name'), cell: ({ name }) => name, onPhone: 'main', grows: true },
    {
      name: 'state',
      head: t('column_state'),
      cell: till => (
        <StateChip
          {...tillStateChips[tillStateOf(till, serverNow())]}
          text={t(`state_${tillStateOf(till, serverNow())}`)}
        />
      ),
      onPhone: 'side',
    },
    {
      name: 'who',
      head: t('column_cashier'),
      cell: ({ staff }) =>
        staff ? nameOf(staff, t('former_staff')) : <span className="muted">{t('cashier_none')}</span>,
      onPhone: 'under',
    },
    {
      name: 'shift',
      head: t('column_shift'),
      cell: ({ shift }) => shift && <Timestamp at={shift.opened_at} />,
      wideOnly: true,
    },
    {
      name: 'paired',
      head: t('column_paired'),
      cell: ({ paired_at }) => (paired_at ? <Timestamp at={paired_at} /> : t('never')),
      wideOnly: true,
    },
    {
      name: 'seen',
      head: t('column_seen'),
      cell: ({ last_seen_at }) => (last_seen_at ? <Timestamp at={last_seen_at} /> : t('never')),
      onPhone: 'tail',
      align: 'end',
    },
  ]
}

/** Returns the columns of revoked tills. */
function useRevokedColumns(): Column<Till>[] {
  const { t } = useTranslation('tills')
  return [
    { name: 'name', head: t('column_name'), cell: ({ name }) => name, onPhone: 'main', grows: true },
    {
      name: 'seen',
      head: t('column_seen'),
      cell: ({ last_seen_at }) => (last_seen_at ? <Timestamp at={last_seen_at} /> : t('never')),
    },
    {
      name: 'revoked',
      head: t('column_revoked'),
      cell: ({ revoked_at }) => revoked_at && <Timestamp at={revoked_at} />,
      onPhone: 'tail',
      align: 'end',
    },
  ]
}
