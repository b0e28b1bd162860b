// The account's API keys: the active ones, the revoked ones, and creating one.
import { Button } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { scopes as allScopes } from '../../../src/domain/account.ts'
import { api, resultOf } from '../../kit/api.ts'
import { addTexts } from '../../kit/language.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { useAccount } from '../parts/current-account.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { ExportLink } from '../parts/export-link.tsx'
import { Timestamp } from '../parts/figure.tsx'
import { Choice, FilterBar, NoResults, SearchBox } from '../parts/filter-bar.tsx'
import { matchingRows, pageOfRows } from '../parts/found-rows.model.ts'
import { GuideLink } from '../parts/guide-link.tsx'
import { Icon } from '../parts/icon.tsx'
import { type Column, List, SettledList } from '../parts/list.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { useAction, useRead } from '../parts/queries.ts'
import { isFiltered } from '../parts/query.model.ts'
import { keyStates } from '../parts/small-list.model.ts'
import { activeKeys, type Key, revokedKeysOf, scopeTextKeys } from './key.model.ts'
import { KeyNew } from './key-new.tsx'
import { keys } from './keys.text.ts'

addTexts('keys', keys)

/**
 * Lists the active keys that match the filters and, in a section below, the revoked keys. With a filter by
 * state there is no section, and the list shows only the keys in that state. Without it, the list shows "no
 * results" only if the section is empty, too.
 */
export function KeyList() {
  const { t } = useTranslation('keys')
  const { mode } = useAccount()
  const [isCreating, setCreating] = useState(false)
  const [keyToRevoke, setKeyToRevoke] = useState<Key>()
  const keys = useRead(['keys'], header => api.api.v1.keys.get(header))
  const allKeys = keys.data?.data
  const search = useSearch({ from: '/keys' })
  const { q, state, page } = search
  const hasFilter = isFiltered(search)
  const matching = matchingRows(allKeys ?? [], q, ({ name, hint }) => [name, hint])
  const active = activeKeys(matching)
  const revoked = revokedKeysOf(matching)
  const columns = useColumns(setKeyToRevoke)
  const revokedColumns = useRevokedColumns()
  const showsRevoked = state === 'revoked'
  const createButton = <CreateButton onClick={() => setCreating(true)} />
  const noResults = (state || revoked.length === 0) && <NoResults />
  return (
    <>
      <PageHead
        title={t('title')}
        text={mode === 'sandbox' ? `${t('text')} ${t('practice_note')}` : t('text')}
        guide={<GuideLink guide="first_payment" about={t('title')} />}
      >
        <ExportLink what="keys" isHidden={allKeys?.length === 0} />
        {createButton}
      </PageHead>
      {(hasFilter || (allKeys && allKeys.length > 1)) && <KeyFilters hasFilter={hasFilter} />}
      {showsRevoked && <p className="muted-text">{t('revoked_text')}</p>}
      <List
        name={t(showsRevoked ? 'revoked' : 'title')}
        columns={showsRevoked ? revokedColumns : columns}
        keyOf={({ id }) => id}
        page={allKeys && pageOfRows(showsRevoked ? revoked : active, page)}
        apiError={keys.apiError}
        retry={keys.retry}
        empty={hasFilter ? noResults : <NoKeys>{createButton}</NoKeys>}
      />
      {!state && (
        <SettledList
          key={q}
          name={t('revoked')}
          text={t('revoked_text')}
          rows={revoked}
          columns={revokedColumns}
          keyOf={({ id }) => id}
          retry={keys.retry}
          state="revoked"
          open={q !== undefined}
        />
      )}
      <KeyNew open={isCreating} onClose={() => setCreating(false)} />
      <RevokeDialog target={keyToRevoke} onClose={() => setKeyToRevoke(undefined)} />
    </>
  )
}

/** Shows the button that opens the form for a new key. */
function CreateButton({ onClick }: { readonly onClick: () => void }) {
  const { t } = useTranslation('keys')
  return (
    <Button onClick={onClick} leftSection={<Icon name="plus" size={18} />} data-testid="new-key">
      {t('create')}
    </Button>
  )
}

/** Shows the filters of the list: a search by name or hint, and the state of a key. */
function KeyFilters({ hasFilter }: { readonly hasFilter: boolean }) {
  const { t } = useTranslation('keys')
  return (
    <FilterBar hasFilter={hasFilter}>
      <SearchBox name="q" label={t('search')} />
      <Choice
        name="state"
        label={t('filter_state')}
        options={keyStates.map(value => ({ value, label: t(`state_${value}`) }))}
      />
    </FilterBar>
  )
}

/** Explains why an account without keys needs one. `children` is the button that creates a key. */
function NoKeys({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation('keys')
  return (
    <EmptyState icon="key" title={t('none')} text={t('none_text')}>
      {children}
      <a className="button-link" href="/docs" target="_blank" rel="noreferrer">
        {t('none_docs')}
      </a>
    </EmptyState>
  )
}

/** Shows what a key may do, as a chip for each scope. The chip of paying out is marked as dangerous. */
function KeyScopes({ scopes }: Pick<Key, 'scopes'>) {
  const { t } = useTranslation('keys')
  return (
    <span className="key-scopes">
      {allScopes
        .filter(scope => scopes.includes(scope))
        .map(scope => (
          <span key={scope} className={scope === 'disbursement:create' ? 'chip chip-danger' : 'chip'}>
            {t(`scope_${scopeTextKeys[scope]}`)}
          </span>
        ))}
    </span>
  )
}

/** Returns the columns of active keys. `revoke` opens the dialog that revokes the key of a row. */
function useColumns(revoke: (key: Key) => void): Column<Key>[] {
  const { t } = useTranslation('keys')
  return [
    {
      name: 'name',
      head: t('column_name'),
      cell: key => (
        <span className="key-name">
          <strong>{key.name}</strong>
          <code>{key.hint}</code>
        </span>
      ),
      onPhone: 'main',
      grows: true,
    },
    {
      name: 'may',
      head: t('column_permissions'),
      cell: key => <KeyScopes scopes={key.scopes} />,
      onPhone: 'under',
    },
    {
      name: 'created',
      head: t('column_created'),
      cell: key => <Timestamp at={key.created_at} />,
      align: 'end',
      wideOnly: true,
    },
    {
      name: 'used',
      head: t('column_used'),
      cell: ({ last_used_at }) => (
        <span className="key-used">
          <span>{t('column_used')}: </span>
          {last_used_at ? <Timestamp at={last_used_at} /> : t('never')}
        </span>
      ),
      onPhone: 'tail',
      align: 'end',
    },
    {
      name: 'action',
      head: t('column_actions'),
      cell: key => (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={t('revoke_named', { name: key.name })}
          onClick={() => revoke(key)}
        >
          {t('column_actions')}
        </Button>
      ),
      onPhone: 'side',
      align: 'end',
    },
  ]
}

/** Returns the columns of revoked keys. */
function useRevokedColumns(): Column<Key>[] {
  const { t } = useTranslation('keys')
  return [
    { name: 'name', head: t('column_name'), cell: key => key.name, onPhone: 'main', grows: true },
    { name: 'hint', head: t('column_hint'), cell: key => <code>{key.hint}</code>, onPhone: 'under' },
    {
      name: 'revoked',
      head: t('column_revoked'),
      cell: key => key.revoked_at && <Timestamp at={key.revoked_at} />,
      onPhone: 'tail',
      align: 'end',
    },
  ]
}

/** Asks for confirmation, and revokes the key `target`. The dialog is closed while `target` is undefined. */
function RevokeDialog({
  target,
  onClose,
}: {
  readonly target: Key | undefined
  readonly onClose: () => void
}) {
  const { t } = useTranslation('keys')
  const action = useAction((id: string, header) =>
    resultOf(api.api.v1.keys({ id }).delete(undefined, header)),
  )
  const close = () => {
    onClose()
    action.reset()
  }
  return (
    <ConfirmDialog
      title={t('revoke_title', { name: target?.name ?? '' })}
      open={target !== undefined}
      onClose={close}
      confirm={t('revoke_confirm')}
      onConfirm={() => target && action.run(target.id, close)}
      isDanger
      isBusy={action.busy}
      apiError={action.apiError}
    >
      <p>{t('revoke_text')}</p>
      <p>{t('revoke_stay')}</p>
    </ConfirmDialog>
  )
}
