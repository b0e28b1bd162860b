// Switching a network off and on, and disconnecting it.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { Card } from '../parts/facts.tsx'
import { PasswordDialog } from '../parts/password-dialog.tsx'
import { useReauthentication } from '../parts/reauthentication.tsx'
import type { Network } from './network.model.ts'
import { useChangeNetwork, useDisconnectNetwork } from './network.queries.ts'
import { titleOf } from './network-words.tsx'

/**
 * Shows the buttons that switch a network on or off and that disconnect it. Either may need the password
 * again; disconnecting also needs a confirmation.
 */
export function EndCard({ network }: { readonly network: Network }) {
  const { t } = useTranslation('networks')
  const { name, enabled } = network
  const [isDialogOpen, setDialogOpen] = useState(false)
  const change = useReauthentication(useChangeNetwork(name))
  const disconnect = useReauthentication(useDisconnectNetwork(name))
  const toggle = () => change.run({ enabled: !enabled })
  const close = () => {
    disconnect.reset()
    setDialogOpen(false)
  }
  const verb = t(enabled ? 'turn_off' : 'turn_on')
  return (
    <Card title={t('more')} text={t(enabled ? 'turn_off_text' : 'turned_off_text')}>
      <div className="stack">
        {!change.passwordField && <ApiErrorNote apiError={change.apiError} />}
        <div className="save-line">
          <Button
            variant="default"
            loading={change.busy && !change.passwordField}
            onClick={toggle}
            data-testid="switch"
          >
            {verb}
          </Button>
          <Button
            variant="default"
            className="danger-outline"
            onClick={() => setDialogOpen(true)}
            data-testid="disconnect"
          >
            {t('disconnect')}
          </Button>
        </div>
      </div>
      <PasswordDialog action={change} confirm={verb} onConfirm={toggle} />
      <ConfirmDialog
        title={t('disconnect_title', { network: titleOf(network, t) })}
        open={isDialogOpen}
        onClose={close}
        confirm={t('disconnect')}
        isDanger
        onConfirm={() => disconnect.run(undefined, close)}
        isBusy={disconnect.busy}
        apiError={disconnect.apiError}
      >
        <p>{t('disconnect_text')}</p>
        {disconnect.passwordField}
      </ConfirmDialog>
    </Card>
  )
}
