// The test of a network: each product is asked for something harmless, and a failed check shows what to do.
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { Card } from '../parts/facts.tsx'
import { Icon } from '../parts/icon.tsx'
import { PasswordDialog } from '../parts/password-dialog.tsx'
import type { useReauthentication } from '../parts/reauthentication.tsx'
import { checkName, checkResult } from './network.model.ts'

/** What one product answered; `message` is the server’s English text for results without a translation. */
export interface Check {
  readonly name: string
  readonly ok: boolean
  readonly result: string
  readonly message: string
}

interface TestCardProps {
  readonly test: Pick<ReturnType<typeof useReauthentication>, 'busy' | 'apiError' | 'passwordField' | 'reset'>
  readonly run: () => void
  /** The checks of the last test on this page. */
  readonly checks: readonly Check[] | undefined
}

/** Shows the button that tests a network, and the checks of the last test. */
export function TestCard({ test, run, checks }: TestCardProps) {
  const { t } = useTranslation('networks')
  const areAllOk = checks?.every(({ ok }) => ok)
  return (
    <Card title={t('test')} text={t('test_text')}>
      <div className="stack">
        <div role="status">
          {checks && (
            <p className={areAllOk ? 'good-text' : 'network-error'} data-testid="test-result">
              {t(areAllOk ? 'checks_ok' : 'checks_failed')}
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
        {!test.passwordField && <ApiErrorNote apiError={test.apiError} />}
        <div className="save-line">
          <Button
            variant="default"
            loading={test.busy && !test.passwordField}
            onClick={run}
            data-testid="test"
          >
            {t('test')}
          </Button>
        </div>
      </div>
      <PasswordDialog action={test} confirm={t('test')} onConfirm={run} />
    </Card>
  )
}

/** Shows one check, translated where this console knows it. */
function CheckRow({ check: { name, ok, result, message } }: { readonly check: Check }) {
  const { t } = useTranslation('networks')
  const nameKey = checkName(name)
  const resultKey = checkResult(result)
  return (
    <li data-ok={ok}>
      <Icon name={ok ? 'check' : 'warn'} size={18} />
      <div>
        <strong>{nameKey ? t(nameKey) : name}</strong>
        <p>{resultKey ? t(resultKey) : message}</p>
      </div>
    </li>
  )
}
