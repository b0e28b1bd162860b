// Every other way to pay for the sale on the screen, and its bill on paper.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../kit/api.ts'
import { useApiErrorText } from '../../kit/api-error.ts'
import { Icon, type IconName } from '../../kit/icon.tsx'
import { useTillDevice } from '../app/till-device.ts'
import { type Paper, printPaper } from '../print/paper.tsx'
import { billPage } from '../print/print.model.ts'
import { printThere, usePrinting } from '../print/print.ts'
import { PrintNote } from '../print/print-note.tsx'
import type { Sale } from './sale.model.ts'
import { offerLink, offerQr } from './sale-actions.ts'
import type { Step } from './waiting.tsx'

interface OtherWaysProps {
  readonly sale: Sale
  readonly onStep: (step: Step) => void
}

export function OtherWays({ sale, onStep }: OtherWaysProps) {
  const { t } = useTranslation('till')
  const counter = useTillDevice()
  const errorText = useApiErrorText()
  const [busy, setBusy] = useState(false)
  const [apiError, setApiError] = useState<ApiError>()
  const { takes } = counter.account
  const { payment, link, push } = sale

  const swap = async (act: () => Promise<ApiError | undefined>) => {
    if (busy) return
    setBusy(true)
    setApiError(await act())
    setBusy(false)
  }
  const isQr = payment?.payment_type === 'dynamic-qr' && !link
  const paper: Paper = { kind: 'bill', sale, counter }
  const page = counter.till?.printer && payment ? billPage(payment.reference) : undefined
  const printing = usePrinting(page)
  const word =
    printing?.kind === 'busy' ? 'printing' : printing?.kind === 'printed' ? 'printed' : 'print_bill'
  return (
    <>
      <p className="entry-refusal" role="alert">
        {apiError && errorText(apiError)}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be laid out by the browser */}
      <div className="ways" role="group" aria-label={t('ways')}>
        {payment && takes.mobile && (
          <Way
            icon="phone"
            word={t(push ? 'way_push_again' : 'way_push')}
            testId="way-push"
            onClick={() => onStep('push')}
          />
        )}
        {!link && (takes.mobile || takes['dynamic-qr']) && (
          <Way
            icon="link"
            word={t('way_link')}
            testId="way-link"
            busy={busy}
            onClick={() => void swap(offerLink)}
          />
        )}
        {link && takes['dynamic-qr'] && (
          <Way icon="qr" word={t('way_qr')} testId="way-qr" busy={busy} onClick={() => void swap(offerQr)} />
        )}
        {counter.shift && (
          <Way icon="cash" word={t('way_cash')} testId="way-cash" onClick={() => onStep('cash')} />
        )}
        {isQr && (
          <Way
            icon={printing?.kind === 'printed' ? 'check' : 'print'}
            word={t(word)}
            testId="print-bill"
            onClick={() => (page ? void printThere(page) : printPaper(paper))}
          />
        )}
      </div>
      {isQr && <PrintNote page={page} paper={paper} />}
    </>
  )
}

interface WayProps {
  readonly icon: IconName
  readonly word: string
  readonly testId: string
  readonly busy?: boolean
  readonly onClick: () => void
}

const Way = ({ icon, word, testId, busy = false, onClick }: WayProps) => (
  <button type="button" className="way" data-testid={testId} aria-disabled={busy} onClick={onClick}>
    <Icon name={icon} />
    <span>{word}</span>
  </button>
)
