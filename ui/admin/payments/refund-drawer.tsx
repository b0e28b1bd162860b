// Where cash that is handed over comes from: the drawer of a till with an open shift, which then expects that
// much less, or other cash.
import { NativeSelect } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { useTills } from '../parts/till.queries.ts'
import { noDrawer, openDrawers, usualDrawer } from './refund-form.model.ts'

interface DrawerProps {
  /** The till that made the sale. */
  readonly tillId: string | undefined
  /** Undefined until one is chosen. */
  readonly chosen: string | undefined
  readonly onChoose: (drawer: string) => void
}

/**
 * Chooses the till whose drawer the cash is taken from, at first the till that made the sale. Without open
 * drawers it draws nothing and chooses `noDrawer`.
 */
export function DrawerChoice({ tillId, chosen, onChoose }: DrawerProps) {
  const { t } = useTranslation('refunds')
  const { tills, apiError, retry } = useTills()
  const usualDrawerId = usualDrawer(tills, tillId)
  useEffect(() => {
    if (usualDrawerId !== undefined && chosen === undefined) onChoose(usualDrawerId)
  }, [chosen, usualDrawerId, onChoose])
  const open = openDrawers(tills)
  if (apiError) return <ApiErrorNote apiError={apiError} retry={retry} />
  if (open.length === 0) return null
  return (
    <NativeSelect
      label={t('drawer')}
      description={t('drawer_hint')}
      name="drawer"
      size="md"
      value={chosen ?? usualDrawerId}
      onChange={event => onChoose(event.currentTarget.value)}
      data={[
        ...open.map(({ id, name }) => ({ value: id, label: t('drawer_of', { till: name }) })),
        { value: noDrawer, label: t('drawer_none') },
      ]}
    />
  )
}
