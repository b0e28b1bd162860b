// The account's checkout profiles.
import { Link, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '../../kit/api.ts'
import { addTexts } from '../../kit/language.ts'
import { logoPath } from '../links/checkout-preview.model.ts'
import { linkForm } from '../links/link-form.text.ts'
import { EmptyState } from '../parts/empty-state.tsx'
import { ExportLink } from '../parts/export-link.tsx'
import { StateChip, Timestamp } from '../parts/figure.tsx'
import { ClearFilters, FilterBar, NoResults, SearchBox } from '../parts/filter-bar.tsx'
import { Icon } from '../parts/icon.tsx'
import { rowsOf } from '../parts/list.model.ts'
import { type Column, List } from '../parts/list.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { useRead } from '../parts/queries.ts'
import { isFiltered } from '../parts/query.model.ts'
import type { Profile } from './profile.model.ts'
import { profiles } from './profiles.text.ts'

addTexts('profiles', profiles)
addTexts('link-form', linkForm)

/** The languages of customers' pages, each in its own name. */
export const languageNames = { en: 'English', sw: 'Kiswahili' } as const

/** The page that lists profiles. The search appears once there are several. */
export function ProfileList() {
  const { t } = useTranslation('profiles')
  const search = useSearch({ from: '/settings/branding' })
  const { q } = search
  const hasFilter = isFiltered(search)
  const query = { ...(q ? { q } : {}), ...rowsOf(search) }
  const profiles = useRead(['profiles', query], header => api.api.v1.profiles.get({ query, ...header }), {
    keepPrevious: true,
  })
  return (
    <>
      <PageHead title={t('title')} text={t('text')}>
        <ExportLink what="profiles" query={query} />
        <Link to="/settings/branding/new" className="button-link button-first">
          <Icon name="plus" size={18} /> {t('create')}
        </Link>
      </PageHead>
      {(hasFilter || search.after || search.before || (profiles.data && profiles.data.meta.total > 1)) && (
        <FilterBar hasFilter={hasFilter}>
          <SearchBox name="q" label={t('search')} />
        </FilterBar>
      )}
      <List
        name={t('title')}
        columns={useColumns()}
        keyOf={({ id }) => id}
        linkOf={({ id }) => ({ to: '/settings/branding/$id', params: { id } })}
        page={profiles.data && { items: profiles.data.data, ...profiles.data.meta }}
        apiError={profiles.apiError}
        isStale={profiles.stale}
        retry={profiles.retry}
        empty={
          hasFilter ? (
            <NoResults />
          ) : (
            <EmptyState icon="brush" title={t('none')} text={t('none_text')}>
              <ClearFilters text={t('show_all')} />
            </EmptyState>
          )
        }
      />
    </>
  )
}

/** Draws the logo of a profile, or a square in its colour if it has none. */
export function BrandMark({ profile }: { readonly profile: Profile }) {
  const path = logoPath(profile.merchant_logo)
  return (
    <span className="brand-mark" style={{ background: path ? '#ffffff' : profile.brand_color }}>
      {path && <img src={path} alt="" width="28" height="28" />}
    </span>
  )
}

/** Returns the columns of the list. */
function useColumns(): Column<Profile>[] {
  const { t } = useTranslation(['profiles', 'link-form'])
  return [
    {
      name: 'name',
      head: t('column_name'),
      cell: profile => (
        <span className="brand-name">
          <BrandMark profile={profile} />
          <span>{profile.name}</span>
        </span>
      ),
      onPhone: 'main',
      grows: true,
    },
    {
      name: 'default',
      head: t('is_default'),
      cell: ({ is_default }) => is_default && <StateChip tone="good" icon="check" text={t('is_default')} />,
      onPhone: 'side',
    },
    {
      name: 'shop',
      head: t('column_shop'),
      cell: profile => profile.merchant_name,
      onPhone: 'under',
      grows: true,
    },
    {
      name: 'language',
      head: t('column_language'),
      cell: profile => languageNames[profile.locale],
      onPhone: 'tail',
    },
    {
      name: 'methods',
      head: t('column_methods'),
      cell: profile => profile.allowed_methods.map(method => t(`link-form:method_${method}`)).join(', '),
      wideOnly: true,
    },
    {
      name: 'created',
      head: t('column_created'),
      cell: profile => <Timestamp at={profile.created_at} />,
      align: 'end',
      wideOnly: true,
    },
  ]
}
