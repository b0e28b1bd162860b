// The phone that forwards the provider's SMS: its state, and while they are new its QR code, address and
// secret.
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { QrCode } from '../../kit/qr-code.tsx'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { CopyField } from '../parts/copy-field.tsx'
import { Card } from '../parts/facts.tsx'
import { Timestamp } from '../parts/figure.tsx'
import { Icon } from '../parts/icon.tsx'
import { useReauthentication } from '../parts/reauthentication.tsx'
import { type Network, type PhoneSetup, phoneSetupIn, shownStateOf } from './network.model.ts'
import { useChangeNetwork, useNetworks } from './network.queries.ts'

interface PhoneCardProps {
  readonly network: Network
  /** Undefined once this tab was closed: the server shows it only once. */
  readonly setup: PhoneSetup | undefined
  readonly onSetup: (setup: PhoneSetup) => void
}

/** Shows the state of the phone and, while it is known, the set-up; otherwise how to get a new one. */
export function PhoneCard({ network, setup, onSetup }: PhoneCardProps) {
  const { t } = useTranslation('networks')
  return (
    <Card title={t('phone')} text={t('phone_text')}>
      <div className="stack">
        <PhoneState network={network} />
        {setup ? <SetupSteps setup={setup} /> : <p className="muted-text">{t('phone_hidden')}</p>}
        <div className="save-line">
          <ReplaceButton network={network} onSetup={onSetup} />
          <Link to="/unmatched" className="button-link">
            <Icon name="inbox" size={18} /> {t('phone_unmatched')}
          </Link>
        </div>
      </div>
    </Card>
  )
}

/**
 * Shows whether the phone waits for its first SMS, works, or is silent; draws nothing while the network is
 * off. While the phone waits, reads the networks every 2 seconds.
 */
function PhoneState({ network }: { readonly network: Network }) {
  const { t } = useTranslation('networks')
  const state = shownStateOf(network)
  useNetworks(state === 'waiting')
  if (state === 'off') return null
  const lastSms = network.last_ok_at && (
    <>
      {t('last_sms')}: <Timestamp at={network.last_ok_at} />
    </>
  )
  if (state === 'silent')
    return (
      <div className="phone-state" data-state="silent" role="status">
        <Icon name="warn" size={22} />
        <div>
          <strong>{t('phone_silent')}</strong>
          <p>{t('phone_silent_text')}</p>
          <p>{lastSms}</p>
        </div>
      </div>
    )
  return (
    <div className="phone-state" data-state={state} role="status">
      <Icon name={state === 'waiting' ? 'clock' : 'check'} size={22} />
      <div>
        <strong>{t(state === 'waiting' ? 'phone_waiting' : 'phone_ok')}</strong>
        <p>{state === 'waiting' ? t('phone_waiting_text') : lastSms}</p>
      </div>
    </div>
  )
}

/** Shows the QR code and the steps to follow on the phone. */
function SetupSteps({ setup }: { readonly setup: PhoneSetup }) {
  const { t } = useTranslation('networks')
  const ref = useRef<HTMLDivElement>(null)
  // After saving, the window shows the end of the form below, so scroll up to the next step.
  useEffect(() => {
    ref.current?.closest('section')?.scrollIntoView({ block: 'start' })
    ref.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div className="phone-setup" data-testid="phone-setup" ref={ref} tabIndex={-1}>
      <QrCode text={setup.setup_url} label={t('phone_code')} />
      <ol className="network-steps">
        <li>{t('phone_step_app')}</li>
        <li>{t('phone_step_scan')}</li>
        <li>{t('phone_step_import')}</li>
        <li>{t('phone_step_battery')}</li>
      </ol>
      <details>
        <summary>{t('phone_other')}</summary>
        <dl className="phone-secrets">
          <dt>{t('phone_url')}</dt>
          <dd data-testid="sms-url">
            <CopyField text={setup.sms_url} label={t('phone_url')} />
          </dd>
          <dt>{t('phone_secret')}</dt>
          <dd data-testid="sms-secret">
            <CopyField text={setup.sms_secret} label={t('phone_secret')} />
          </dd>
        </dl>
      </details>
      <p className="muted-text">{t('phone_once')}</p>
    </div>
  )
}

/** Replaces the phone after a question: the server then returns a new set-up. */
function ReplaceButton({ network, onSetup }: Omit<PhoneCardProps, 'setup'>) {
  const { t } = useTranslation('networks')
  const [isDialogOpen, setDialogOpen] = useState(false)
  const replace = useReauthentication(useChangeNetwork(network.name))
  const close = () => {
    replace.reset()
    setDialogOpen(false)
  }
  return (
    <>
      <Button variant="default" onClick={() => setDialogOpen(true)} data-testid="replace-phone">
        {t('phone_replace')}
      </Button>
      <ConfirmDialog
        title={t('phone_replace_title')}
        open={isDialogOpen}
        onClose={close}
        confirm={t('phone_replace')}
        onConfirm={() =>
          replace.run({ replace_phone: true }, ({ data }) => {
            const setup = phoneSetupIn(data)
            if (setup) onSetup(setup)
            close()
          })
        }
        isBusy={replace.busy}
        apiError={replace.apiError}
      >
        <p>{t('phone_replace_text')}</p>
        {replace.passwordField}
      </ConfirmDialog>
    </>
  )
}
