// The test of a network: something harmless asked for each of its products, with what to do where one fails.
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { Card } from '../parts/facts.tsx'
import { Icon } from '../parts/icon.tsx'
import { PasswordDialog } from '../parts/password-dialog.tsx'
import type { useReauthentication } from '../parts/reauthentication.tsx'
import { checkName, checkResult } from './network.model.ts'

export interface Check {
  readonly name: string
  readonly ok: boolean
  readonly result: string
  readonly message: string
}

interface TestCardProps {
  readonly test: Pick<ReturnType<typeof useReauthentication>, 'busy' | 'apiError' | 'field' | 'reset'>
  readonly run: () => void
  /** The checks of the last test on this page. */
  readonly checks: readonly Check[] | undefined
}

export function TestCard({ test, run, checks }: TestCardProps) {
  const { t } = useTranslation('networks')
  const isWell = checks?.every(({ ok }) => ok)
  return (
    <Card title={t('test')} text={t('test_text')}>
      <div className="stack">
        <div role="status">
          {checks && (
            <p className={isWell ? 'good-text' : 'network-error'} data-testid="test-result">
              {t(isWell ? 'checks_ok' : 'checks_failed')}
            </p>
          )}
        </div>
        {checks && (
          <ul className="checks" aria-label={t('test')} aria-busy={test.busy}>
            {checks.map(check => (
              <CheckRow key={check.name} check={check} />
            ))}
          </ul>
        )}
        {!test.field && <ApiErrorNote apiError={test.apiError} />}
        <div className="save-line">
          <Button variant="default" loading={test.busy && !test.field} onClick={run} data-testid="test">
            {t('test')}
          </Button>
        </div>
      </div>
      <PasswordDialog action={test} confirm={t('test')} onConfirm={run} />
    </Card>
  )
}

function CheckRow({ check: { name, ok, result, message } }: { readonly check: Check }) {
  const { t } = useTranslation('networks')
  const known = checkName(name)
  const said = checkResult(result)
  return (
    <li data-ok={ok}>
      <Icon name={ok ? 'check' : 'warn'} size={18} />
      <div>
        <strong>{known ? t(known) : name}</strong>
        <p>{said ? t(said) : message}</p>
      </div>
    </li>
  )
}
