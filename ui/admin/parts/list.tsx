// A list of the console: a table whose rows are links, cards on a phone, with skeleton, empty state, error
// and pager.
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../kit/api.ts'
import { digitsOf } from '../../kit/money.ts'
import { ApiErrorNote } from './api-error-note.tsx'
import { Icon } from './icon.tsx'
import { type Paging, pageParamsOf, pageSize, pagingOf } from './list.model.ts'
import { withParam } from './query.model.ts'
import { RowSkeleton } from './skeleton.tsx'

export interface Column<T> {
  readonly name: string
  /** The title of the column. */
  readonly head: string
  readonly cell: (row: T) => ReactNode
  readonly align?: 'end'
  /**
   * Its place on a phone, in the order of these words: top left, top right, below left, below right, or below
   * all of them over the whole width. Without a place it is not shown there.
   */
  readonly onPhone?: 'main' | 'side' | 'under' | 'tail' | 'whole'
  /** Shown on wide screens only. */
  readonly wideOnly?: boolean
  /** Takes the room that is left and cuts long texts. */
  readonly grows?: boolean
  /** Hidden on a small tablet, where other columns need the room. `onPhone` places it on phones. */
  readonly hideOnTablet?: boolean
}

interface Page<T> {
  readonly items: readonly T[]
  readonly total: number
  readonly offset: number
  readonly total_capped?: boolean | undefined
  /** The browser has the whole list: its pages have numbers, not cursors. */
  readonly isWhole?: boolean
}

interface ListProps<T> {
  /** What the list holds, for screen readers. */
  readonly name: string
  readonly columns: readonly Column<T>[]
  /** Also the cursor of the pages that begin at this row. */
  readonly keyOf: (row: T) => string
  readonly linkOf?: (row: T) => LinkProps
  readonly page: Page<T> | undefined
  readonly apiError: ApiError | undefined
  readonly isStale?: boolean
  /** The rows do not go from new to old: by name, or the oldest first. */
  readonly isTimeless?: boolean
  readonly retry: () => void
  /** Instead of a table without rows. */
  readonly empty: ReactNode
  /** Many rows on a screen, with the same columns on every page of the list. */
  readonly isDense?: boolean
  /** The column whose words are the link of the row. Default: the first. */
  readonly linked?: string
}

/** Whether a cell has content. A column without any content is left out. */
const isFilled = (cell: ReactNode) => cell !== '' && cell !== null && cell !== undefined && cell !== false

/** Tables stay tables for screen readers even where CSS lays them out as cards. */
const roles = {
  table: { role: 'table' },
  rows: { role: 'rowgroup' },
  row: { role: 'row' },
  cell: { role: 'cell' },
} as const

/**
 * Draws a page of rows with its pager, or in their place the error, the skeleton while the page is loading,
 * or `empty`.
 */
export function List<T>({
  name,
  columns,
  keyOf,
  linkOf,
  page,
  apiError,
  isStale = false,
  isTimeless = false,
  retry,
  empty,
  isDense = false,
  linked = columns[0]?.name,
}: ListProps<T>) {
  if (apiError) return <ApiErrorNote apiError={apiError} retry={retry} />
  if (!page)
    return (
      <div className="card" aria-busy="true">
        <RowSkeleton rows={8} />
      </div>
    )
  const paging = pagingOf(page)
  if (page.items.length === 0 && !paging.hasBefore) return <>{empty}</>
  const visibleColumns = isDense
    ? columns
    : columns.filter(column => page.items.some(row => isFilled(column.cell(row))))
  return (
    <div className="card list-card" aria-busy={isStale} data-dense={isDense || undefined}>
      <table className="list" aria-label={name} {...roles.table}>
        <thead {...roles.rows}>
          <tr {...roles.row}>
            {visibleColumns.map(column => (
              <th key={column.name} className={classOf(column)} scope="col">
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...roles.rows}>
          {page.items.map(row => (
            <tr key={keyOf(row)} {...roles.row}>
              {visibleColumns.map(column => (
                <td key={column.name} className={classOf(column)} {...roles.cell}>
                  {column.name === linked && linkOf ? (
                    <Link {...linkOf(row)} className="row-link">
                      {column.cell(row)}
                    </Link>
                  ) : (
                    column.cell(row)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Pager paging={paging} edges={edgesOf(page, keyOf)} isStale={isStale} isTimeless={isTimeless} />
    </div>
  )
}

/**
 * Returns the keys of the first and last row, as cursors; undefined for a page without rows and for a list
 * that the browser has whole.
 */
function edgesOf<T>({ items: [first, ...rest], isWhole }: Page<T>, keyOf: (row: T) => string) {
  if (isWhole || first === undefined) return undefined
  return [keyOf(first), keyOf(rest.at(-1) ?? first)] as const
}

interface SettledListProps<T> extends Pick<ListProps<T>, 'name' | 'columns' | 'keyOf' | 'linkOf' | 'retry'> {
  readonly text: string
  readonly rows: readonly T[]
  /** The `state` parameter of the page that lists these rows alone, for more rows than fit on one page. */
  readonly state: string
  /** Shown unfolded, because a search found its rows. */
  readonly open?: boolean
}

/**
 * Draws rows that are no longer in use (revoked keys, revoked tills), folded below the list of rows in use.
 * More rows than fit on a page become a link to a list of their own.
 */
export function SettledList<T>({ text, rows, state, open = false, ...list }: SettledListProps<T>) {
  if (rows.length === 0) return null
  if (rows.length > pageSize) return <MoreLink name={list.name} count={rows.length} state={state} />
  return (
    <details className="past-list" open={open}>
      <summary>
        <Icon name="next" size={16} /> {list.name} ({rows.length})
      </summary>
      <p>{text}</p>
      <List {...list} page={wholePage(rows)} apiError={undefined} empty={null} />
    </details>
  )
}

interface MoreLinkProps {
  readonly name: string
  readonly count: number
  readonly state: string
}

/** Links to the same list with `state` in the address, with the number of its rows. */
export const MoreLink = ({ name, count, state }: MoreLinkProps) => (
  <Link to="." search={before => withParam(before, 'state', state)} className="button-link more-link">
    {name} ({digitsOf(count)}) <Icon name="next" size={16} />
  </Link>
)

/** Puts all rows on one page, without a pager. */
const wholePage = <T,>(items: readonly T[]): Page<T> => ({ items, total: items.length, offset: 0 })

/** What decides about the CSS classes of a column. */
type ColumnLayout = Pick<Column<never>, 'align' | 'onPhone' | 'wideOnly' | 'grows' | 'hideOnTablet'>
/** Returns the CSS classes of a column's cells. */
const classOf = ({ align, onPhone, wideOnly, grows, hideOnTablet }: ColumnLayout) =>
  [
    align && 'at-end',
    onPhone ? `phone-${onPhone}` : 'not-phone',
    wideOnly && 'wide-only',
    grows && 'grows',
    hideOnTablet && 'roomy',
  ]
    .filter(Boolean)
    .join(' ')

interface PagerProps {
  readonly paging: Paging
  /** The keys of the first and last row; undefined for a list that the browser has whole. */
  readonly edges: Parameters<typeof pageParamsOf>[1]
  /** Whether another filter's list is loading: the rows shown are no cursors in that list. */
  readonly isStale: boolean
  readonly isTimeless: boolean
}

/**
 * Shows which rows are on the page, and links to the previous and next page. Without rows beyond the page it
 * has no links.
 */
function Pager({ paging, edges, isStale, isTimeless }: PagerProps) {
  const { t } = useTranslation('admin')
  const links = pageParamsOf(paging, edges)
  const { first, last, total, capped, isDeep, hasBefore, hasMore } = paging
  const range = { first: digitsOf(first), last: digitsOf(last), total: digitsOf(total) }
  const rangeText = isDeep ? '' : t(capped ? 'rows_capped' : 'rows', range)
  const position = <p>{first === 0 ? t('rows_none') : rangeText}</p>
  if (first === 0 && hasBefore)
    return (
      <nav className="pager" aria-label={t('pages')}>
        {position}
        <Link to="." search={before => withParam(before, 'page', undefined)} className="button-link">
          {t('page_first')}
        </Link>
      </nav>
    )
  if (!hasBefore && !hasMore) return <div className="pager">{position}</div>
  return (
    <nav className="pager" aria-label={t('pages')}>
      {position}
      <div className="pager-actions">
        <PageLink
          param={links.newer}
          isStale={isStale}
          icon="back"
          text={t(isTimeless ? 'page_previous' : 'page_newer')}
        />
        <PageLink
          param={links.older}
          isStale={isStale}
          icon="next"
          text={t(isTimeless ? 'page_next' : 'page_older')}
        />
      </div>
    </nav>
  )
}

interface PageLinkProps {
  readonly param: ReturnType<typeof pageParamsOf>['newer']
  readonly isStale: boolean
  readonly icon: 'back' | 'next'
  readonly text: string
}

/**
 * Links to the page that `param` names; a disabled button where there is none. A stale list's link does
 * nothing.
 */
function PageLink({ param, isStale, icon, text }: PageLinkProps) {
  const content = (
    <>
      {icon === 'back' && <Icon name="before" size={16} />}
      {text}
      {icon === 'next' && <Icon name="next" size={16} />}
    </>
  )
  if (param === undefined)
    return (
      <button type="button" className="button-link" disabled data-off>
        {content}
      </button>
    )
  return (
    <Link
      to="."
      search={before => withParam(before, ...param)}
      className="button-link"
      onClick={event => isStale && event.preventDefault()}
    >
      {content}
    </Link>
  )
}
