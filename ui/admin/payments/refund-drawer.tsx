// Where cash that is handed over comes from: the drawer of a till with an open shift, which then expects that
// much less, or other cash.
import { NativeSelect } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useTills } from '../parts/till.queries.ts'
import { noDrawer } from './refund-form.model.ts'

interface DrawerProps {
  /** The till that sold it. */
  readonly sold: string | undefined
  /** Undefined until one is chosen. */
  readonly chosen: string | undefined
  readonly onChoose: (drawer: string) => void
}

export function DrawerChoice({ sold, chosen, onChoose }: DrawerProps) {
  const { t } = useTranslation('refunds')
  const { tills, apiError } = useTills()
  const open = tills?.filter(({ shift }) => shift !== null) ?? []
  const usual = open.find(({ id }) => id === sold)?.id ?? noDrawer
  const isReady = tills !== undefined || apiError !== undefined
  useEffect(() => {
    if (isReady && chosen === undefined) onChoose(usual)
  }, [isReady, chosen, usual, onChoose])
  if (open.length === 0) return null
  return (
    <NativeSelect
      label={t('drawer')}
      description={t('drawer_hint')}
      name="drawer"
      size="md"
      value={chosen ?? usual}
      onChange={event => onChoose(event.currentTarget.value)}
      data={[
        ...open.map(({ id, name }) => ({ value: id, label: t('drawer_of', { till: name }) })),
        { value: noDrawer, label: t('drawer_none') },
      ]}
    />
  )
}
