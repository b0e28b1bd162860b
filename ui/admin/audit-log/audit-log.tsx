// The audit log: who did what, when and from where. Read-only.
import { Link, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { formatActor, requestedByServer, staffActor } from '../../../src/domain/actor.ts'
import { auditActions } from '../../../src/domain/audit-log.ts'
import { api } from '../../kit/api.ts'
import { addTexts } from '../../kit/language.ts'
import { useAccount, useCurrentAccount } from '../parts/current-account.tsx'
import { DayRange } from '../parts/day-range.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { ExportLink } from '../parts/export-link.tsx'
import { Timestamp } from '../parts/figure.tsx'
import { Choice, ClearFilters, FilterBar } from '../parts/filter-bar.tsx'
import { GuideLink } from '../parts/guide-link.tsx'
import { isNothingYet, momentsOf, rowsOf } from '../parts/list.model.ts'
import { type Column, List } from '../parts/list.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { usePersonName } from '../parts/person-name.ts'
import { useRead } from '../parts/queries.ts'
import { isFiltered } from '../parts/query.model.ts'
import { useStaff } from '../parts/staff.queries.ts'
import { useTills } from '../parts/till.queries.ts'
import {
  type AuditEntry,
  type AuditSearch,
  actionTextOf,
  actorNameOf,
  changesOf,
  keyName,
  kindName,
  linkOfEntry,
  type Names,
} from './audit-log.model.ts'
import { audit } from './audit-log.text.ts'

addTexts('audit', audit)

type AuditReply = NonNullable<Awaited<ReturnType<(typeof api.api.v1)['audit-log']['get']>>['data']>
type Row = AuditReply['data']['items'][number]

/** Shows the entries that match the filters in the address, newest first. */
export function AuditLog() {
  const { t } = useTranslation('audit')
  const search = useSearch({ from: '/settings/audit-log' })
  const texts = useTexts()
  const names = useNames()
  const query = useApiQuery(search)
  const rows = rowsOf(search)
  const entries = useRead(
    ['audit-log', query, rows],
    header => api.api.v1['audit-log'].get({ query: { ...query, ...rows }, ...header }),
    {
      keepPrevious: true,
    },
  )
  const kinds = auditActions.map(value => ({ value, label: kindName(value, texts) }))
  const people = [...names.people].map(([id, name]) => ({ value: formatActor(staffActor(id)), label: name }))
  const keys = [...names.keys].map(([id, name]) => ({
    value: formatActor({ kind: 'key', keyId: id }),
    label: keyName(id, name, texts),
  }))
  const actors = [...people, ...keys, { value: formatActor(requestedByServer.actor), label: t('server') }]
  // The filter may choose a person who has left. Then they are an option too, with the name in their entries.
  const chosenActor = search.by
  const isFormer = chosenActor !== undefined && actors.every(({ value }) => value !== chosenActor)
  const formerActor = isFormer ? entries.data?.data.items[0]?.actor : undefined
  const formerName = formerActor ? actorNameOf({ ...formerActor, till_id: null }, texts, names) : texts.gone
  const formerActors = isFormer ? [{ value: chosenActor, label: formerName }] : []
  const hasNoRows = isNothingYet(entries.data?.data, search)
  return (
    <>
      <PageHead title={t('title')} text={t('text')} guide={<GuideLink guide="records" about={t('title')} />}>
        <ExportLink what="audit-log" query={query} isHidden={hasNoRows} />
      </PageHead>
      <FilterBar hasFilter={isFiltered(search)} isHidden={hasNoRows}>
        <Choice
          name="kind"
          label={t('filter_kind')}
          options={kinds.sort((a, b) => a.label.localeCompare(b.label))}
        />
        <Choice name="by" label={t('filter_person')} options={[...actors, ...formerActors]} />
        <DayRange />
      </FilterBar>
      <div className="audit-list">
        <List
          name={t('title')}
          columns={useColumns(texts, names)}
          keyOf={entry => entry.id}
          page={entries.data?.data}
          apiError={entries.apiError}
          isStale={entries.stale}
          retry={entries.retry}
          empty={<NoEntries search={search} />}
        />
      </div>
    </>
  )
}

/** Returns the texts of the audit log in the language of the page. */
function useTexts() {
  const { i18n } = useTranslation('audit')
  return audit[i18n.language === 'sw' ? 'sw' : 'en']
}

/** Reads the names of people, keys and tills, because entries hold only their ids. */
function useNames(): Names {
  const { me } = useCurrentAccount()
  const { people } = useStaff()
  const { data: keys } = useRead(['keys'], header => api.api.v1.keys.get(header))
  const { tills } = useTills()
  return useMemo(
    () => ({
      me: me.staff?.id,
      people: new Map(people?.map(({ id, name }) => [id, name])),
      keys: new Map(keys?.data.map(({ id, name }) => [id, name])),
      tills: new Map(tills?.map(({ id, name }) => [id, name])),
    }),
    [me, people, keys, tills],
  )
}

/** Returns the API query for the filters in the address. Days begin and end in the shop’s time zone. */
function useApiQuery({ kind, by, from, to }: AuditSearch) {
  const { time_zone } = useAccount()
  return { ...(kind ? { kind } : {}), ...(by ? { actor: by } : {}), ...momentsOf({ from, to }, time_zone) }
}

/** Returns the columns: when, who, what and from which address. */
function useColumns(texts: ReturnType<typeof useTexts>, names: Names): Column<Row>[] {
  const { t } = useTranslation('audit')
  const nameOf = usePersonName()
  const currentNameOf = (actor: Row['actor']) => (actor.type === 'staff' ? nameOf(actor, '') : actor.name)
  return [
    {
      name: 'time',
      head: t('column_time'),
      cell: ({ created_at }) => <Timestamp at={created_at} />,
      onPhone: 'tail',
    },
    {
      name: 'who',
      head: t('column_who'),
      cell: ({ actor }) => (
        <span className="audit-who">
          {actorNameOf({ ...actor, name: currentNameOf(actor) }, texts, names)}
        </span>
      ),
      onPhone: 'main',
    },
    {
      name: 'what',
      head: t('column_what'),
      cell: entry => (
        <EntryText entry={entry} text={actionTextOf(entry, texts, names)} changes={changesOf(entry, texts)} />
      ),
      onPhone: 'under',
      grows: true,
    },
    {
      name: 'from',
      head: t('column_from'),
      cell: ({ kind, address }) => address ?? t(kind === 'login.failed' ? 'other_addresses' : 'at_server'),
      onPhone: 'side',
      align: 'end',
    },
  ]
}

/**
 * Shows what was done. An entry with changed values lists them below its text. Another entry is a link if it
 * is about a payment, payout or shift.
 */
function EntryText({
  entry,
  text,
  changes,
}: {
  readonly entry: AuditEntry
  readonly text: string
  readonly changes: readonly string[]
}) {
  if (changes.length > 0)
    return (
      <div className="audit-what">
        <span>{text}</span>
        <ul>
          {changes.map(change => (
            <li key={change}>{change}</li>
          ))}
        </ul>
      </div>
    )
  const link = linkOfEntry(entry)
  if (!link) return text
  if (link.to === 'shift')
    return (
      <Link to="/shifts/$id" params={{ id: link.id }} className="text-link">
        {text}
      </Link>
    )
  const params = { reference: link.id }
  return (
    <Link
      to={link.to === 'payment' ? '/payments/$reference' : '/payouts/$reference'}
      params={params}
      className="text-link"
    >
      {text}
    </Link>
  )
}

/** Explains why the list is empty: nothing is recorded yet, or nothing matches the filters. */
function NoEntries({ search }: { readonly search: AuditSearch }) {
  const { t } = useTranslation('audit')
  if (!isFiltered(search)) return <EmptyState icon="shield" title={t('none')} text={t('none_text')} />
  return (
    <EmptyState icon="search" title={t('none_found')} text={t('none_found_text')}>
      <ClearFilters text={t('all')} />
    </EmptyState>
  )
}
