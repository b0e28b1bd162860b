// Deletes an item of the price list, after a question.
import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, resultOf } from '../../kit/api.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { useAction } from '../parts/queries.ts'
import type { Product } from './product.model.ts'

interface ProductDeleteProps {
  readonly product: Product
  /** Calls `go`, which leaves the page, and does not ask about unsaved changes. */
  readonly leaveWithoutAsking: (go: () => void) => void
}

/** Asks, deletes the item and returns to the price list. */
export function ProductDelete({ product: { id, name }, leaveWithoutAsking }: ProductDeleteProps) {
  const { t } = useTranslation('products')
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  /** Called when this page is gone, which is later than the router's answer that it has navigated. */
  const onLeft = useRef(() => {})
  useEffect(() => () => onLeft.current(), [])
  const action = useAction(async (_: undefined, header) => {
    const answer = await resultOf(api.api.v1.products({ id }).delete(undefined, header))
    // Leave the page before the cache is read again, because the page would ask for the deleted item.
    if (answer.ok)
      await new Promise<void>(done => {
        onLeft.current = done
        leaveWithoutAsking(() => void navigate({ to: '/products' }))
      })
    return answer
  })
  const close = () => {
    setOpen(false)
    action.reset()
  }
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('delete')}
      </Button>
      <ConfirmDialog
        title={t('delete_title', { name })}
        open={open}
        onClose={close}
        confirm={t('delete')}
        onConfirm={() => action.run(undefined)}
        isDanger
        isBusy={action.busy}
        apiError={action.apiError}
      >
        <p>{t('delete_text')}</p>
      </ConfirmDialog>
    </>
  )
}
