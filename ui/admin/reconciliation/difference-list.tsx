// The differences of a day: Kaunta's record next to the network's, and what a person can do about each.
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, resultOf } from '../../kit/api.ts'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { Money, StateChip } from '../parts/figure.tsx'
import { Icon } from '../parts/icon.tsx'
import { type Column, List } from '../parts/list.tsx'
import { useAction } from '../parts/queries.ts'
import { shortReferenceOf } from '../parts/reference.model.ts'
import {
  type Difference,
  differencesIn,
  linkOf,
  type Reconciliation,
  resultNameOf,
} from './reconciliation.model.ts'
import { SeenSheet } from './seen-sheet.tsx'

/** Puts all differences on one page, without a pager. */
const wholePage = (items: readonly Difference[]) => ({ items, total: items.length, offset: 0 })

/** Lists the day's differences, and folded below them the differences that were resolved since. */
export function DifferenceList({ day, retry }: { readonly day: Reconciliation; readonly retry: () => void }) {
  const { t } = useTranslation('reconciliation')
  const [toMark, setToMark] = useState<Difference>()
  const check = useAction((id: string, header) =>
    resultOf(api.api.v1.reconciliation.differences({ id }).check.post(undefined, header)),
  )
  const description = useDescriptionColumns()
  const actions = useActionColumn(check, setToMark)
  const list = { keyOf: (difference: Difference) => difference.id, apiError: undefined, retry }
  return (
    <>
      {check.apiError && <ApiErrorNote apiError={check.apiError} />}
      <List
        {...list}
        name={t('differences')}
        columns={[...description, actions]}
        page={wholePage(differencesIn(day))}
        empty={<NoDifferences />}
      />
      {day.capped && <p>{t('capped')}</p>}
      {day.cured.length > 0 && (
        <details className="past-list">
          <summary>
            <Icon name="next" size={16} /> {t('resolved')} ({day.cured.length})
          </summary>
          <p>{t('resolved_text')}</p>
          <List
            {...list}
            name={t('resolved')}
            columns={description}
            page={wholePage(day.cured)}
            empty={null}
          />
        </details>
      )}
      {toMark && <SeenSheet key={toMark.id} id={toMark.id} onClose={() => setToMark(undefined)} />}
    </>
  )
}

/** The empty state: everything matches. */
function NoDifferences() {
  const { t } = useTranslation('reconciliation')
  return (
    <EmptyState icon="check" title={t('none')} text={t('none_text')}>
      <Link to="/payments" className="button-link">
        {t('none_do')}
      </Link>
    </EmptyState>
  )
}

/** Colour and icon of each state of a difference. */
const statusChips = {
  open: { tone: 'warning', icon: 'warn' },
  seen: { tone: 'neutral', icon: 'note' },
  cured: { tone: 'good', icon: 'check' },
} as const

/**
 * Returns the columns that describe a difference. On wide screens Kaunta's record and the network's have a
 * column each; on others they are shown below the reference instead.
 */
function useDescriptionColumns(): Column<Difference>[] {
  const { t } = useTranslation('reconciliation')
  const recordText = (record: Difference['here'] | Difference['there']) =>
    record === null ? (
      '–'
    ) : (
      <>
        {record.amount !== null && <Money amount={record.amount} />} {t(`state_${record.state}`)}
      </>
    )
  return [
    {
      name: 'result',
      head: t('column_result'),
      cell: difference => <Result difference={difference} />,
      onPhone: 'main',
    },
    {
      name: 'reference',
      head: t('column_reference'),
      cell: difference => (
        <>
          <Reference difference={difference} />
          <span className="difference-record-narrow">
            {t('column_here')}: {recordText(difference.here)}
          </span>
          <span className="difference-record-narrow">
            {t('column_there')}: {recordText(difference.there)}
          </span>
        </>
      ),
      onPhone: 'under',
    },
    {
      name: 'here',
      head: t('column_here'),
      cell: ({ here }) => <span className="difference-record">{recordText(here)}</span>,
      wideOnly: true,
    },
    {
      name: 'there',
      head: t('column_there'),
      cell: ({ there }) => <span className="difference-record">{recordText(there)}</span>,
      wideOnly: true,
    },
    {
      name: 'status',
      head: t('column_status'),
      cell: ({ state, note, seen_by }) => (
        <>
          <StateChip {...statusChips[state]} text={t(`status_${state}`)} />
          {note && (
            <span className="difference-note">{[seen_by?.name, note].filter(Boolean).join(': ')}</span>
          )}
        </>
      ),
      onPhone: 'side',
    },
  ]
}

/** Draws the text of what differs; for an open refund also what to do about it. */
function Result({ difference }: { readonly difference: Difference }) {
  const { t } = useTranslation('reconciliation')
  const result = resultNameOf(difference)
  const isRefundDifference = result === 'refund_missing_here' || result === 'refund_missing_there'
  return (
    <>
      {t(`result_${result}`)}
      {isRefundDifference && difference.state === 'open' && (
        <span className="difference-note">{t(`cure_${result}`)}</span>
      )}
    </>
  )
}

/** Draws the reference of our payment, payout or refund, else what the network calls it. */
function Reference({ difference }: { readonly difference: Difference }) {
  const { here, there } = difference
  const link = linkOf(difference)
  if (here && link)
    return (
      <Link {...link} className="text-link">
        <code>{shortReferenceOf(here.reference)}</code>
      </Link>
    )
  const name = here ? shortReferenceOf(here.reference) : (there?.reference ?? there?.receipt)
  return <code>{name ?? '–'}</code>
}

/**
 * Returns the column with the actions on an open difference: check it with the network, or open the dialog
 * that marks it as seen.
 */
function useActionColumn(
  check: { readonly run: (id: string) => void; readonly busy: boolean },
  openDialog: (difference: Difference) => void,
): Column<Difference> {
  const { t } = useTranslation('reconciliation')
  return {
    name: 'action',
    head: t('column_action'),
    cell: difference =>
      difference.state === 'open' && (
        <span className="row-actions">
          {difference.source === 'network' && (
            <Button
              size="compact-sm"
              variant="default"
              loading={check.busy}
              onClick={() => check.run(difference.id)}
            >
              {t('check')}
            </Button>
          )}
          <Button size="compact-sm" variant="default" onClick={() => openDialog(difference)}>
            {t('seen')}
          </Button>
        </span>
      ),
    onPhone: 'whole',
    align: 'end',
  }
}
