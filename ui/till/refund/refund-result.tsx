// What became of a refund, watched until it ends, and its receipt.
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon, type IconName } from '../../kit/icon.tsx'
import { digitsOf, moneyOf } from '../../kit/money.ts'
import { QrCode } from '../../kit/qr-code.tsx'
import { valueOrThrow } from '../../kit/query.ts'
import { fetchRefund, type Refund } from '../../kit/refund.ts'
import { dateTimeOf } from '../../kit/time.ts'
import { itemsText } from '../parts/sold-items.model.ts'
import { useTillDevice } from '../parts/till-device.ts'
import { refundPage } from '../print/print.model.ts'
import { type Printout, print } from '../print/print.ts'
import { PrintNote } from '../print/print-note.tsx'
import { type RefundState, recipientText, refundCheckMs, refundStateOf } from './refund.model.ts'
import { RefundClaim } from './refund-claim.tsx'

const icons: Readonly<Record<RefundState, IconName>> = {
  completed: 'check',
  failed: 'cross',
  processing: 'clock',
  insufficient_balance: 'clock',
  approval: 'person',
  recipient_needed: 'phone',
  unknown: 'question',
}

/**
 * Returns the current state of a refund, which is fetched at once and again until the refund ends. When its
 * state changes, the lists of refunds and sales are loaded again.
 */
function useRefund(initial: Refund): Refund {
  const { caller } = useTillDevice()
  const queries = useQueryClient()
  const { data } = useQuery({
    queryKey: ['refund', initial.id],
    queryFn: () => valueOrThrow(fetchRefund(caller, initial.id)),
    initialData: initial,
    initialDataUpdatedAt: 0,
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? refundCheckMs : false),
  })
  const state = refundStateOf(data)
  const lastState = useRef(state)
  useEffect(() => {
    if (state === lastState.current) return
    lastState.current = state
    for (const name of ['refunds', 'sales']) void queries.invalidateQueries({ queryKey: [name] })
  }, [state, queries])
  return data
}

interface RefundResultProps {
  readonly refund: Refund
  readonly onDone: () => void
}

/**
 * Shows what became of a refund, and prints its receipt. While the customer has to claim the refund, the code
 * to scan takes the place of the icon and the text.
 */
export function RefundResult({ refund: initial, onDone }: RefundResultProps) {
  const { t } = useTranslation('till')
  const refund = useRefund(initial)
  const device = useTillDevice()
  const state = refundStateOf(refund)
  const isCash = refund.way === 'cash' && state === 'completed'
  const hasClaimCode = refund.claim_url !== null
  const cashText = device.till ? 'refund_text_cash' : 'refund_text_cash_login'
  const text = isCash ? cashText : (`refund_text_${state}` as const)
  const timeZone = device.account.time_zone
  const content = <RefundPaper refund={refund} timeZone={timeZone} />
  const printerPage = device.till?.printer ? refundPage(refund.id, state) : undefined
  const receipt: Printout = { printerPage, browserPage: { kind: 'refund', content, device } }
  return (
    <div className="refund-result" data-testid="refund-result" data-look={state}>
      <div className="refund-outcome" role="status">
        {!hasClaimCode && (
          <span className="refund-icon" data-look={state}>
            <Icon name={icons[state]} size={32} />
          </span>
        )}
        <p className="refund-state">{t(`refund_state_${state}`)}</p>
        <p className="refund-amount">{moneyOf(refund.amount.value)}</p>
        {!hasClaimCode && <p className="sheet-text">{t(text)}</p>}
      </div>
      {state === 'recipient_needed' ? (
        <RefundClaim refund={refund} />
      ) : (
        <FactList refund={refund} timeZone={timeZone} />
      )}
      <PrintNote {...receipt} />
      <div className="refund-buttons">
        {state !== 'failed' && (
          <Button
            variant="default"
            size="lg"
            px="xs"
            leftSection={<Icon name="print" size={20} />}
            data-testid="refund-print"
            onClick={() => print(receipt)}
          >
            {t('refund_print')}
          </Button>
        )}
        <Button size="lg" data-testid="refund-done" onClick={onDone}>
          {t('refund_done')}
        </Button>
      </div>
    </div>
  )
}

type Facts = readonly (readonly [name: string, value: string])[]

interface FactsProps {
  readonly refund: Refund
  /** An IANA name. */
  readonly timeZone: string
}

/** Returns the facts of a refund that the customer may read; a value that is unknown is empty. */
function useFacts({ refund, timeZone }: FactsProps): Facts {
  const { t } = useTranslation('till')
  const { recipient, reason, id, way, created_at, line_items } = refund
  return [
    [t('refund_by'), t(`refund_way_${way}`)],
    [t('refund_to'), recipientText(recipient)],
    [t('items'), itemsText(line_items)],
    [t('refund_reason'), reason],
    [t('paid_at'), dateTimeOf(created_at, timeZone)],
    [t('paper_reference'), id],
  ]
}

/** Shows the facts on the screen, with what the refund costs the shop. */
function FactList({ refund, timeZone }: FactsProps) {
  const { t } = useTranslation('till')
  const { fees, status } = refund
  const cost = fees.value > 0 && status !== 'failed' ? moneyOf(fees.value) : ''
  const facts: Facts = [...useFacts({ refund, timeZone }), [t('paper_fees'), cost]]
  return (
    <dl className="refund-facts">
      {facts.map(([name, value]) =>
        value === '' ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  )
}

/** A value longer than this, in characters, is printed below its name instead of next to it. */
const factLengthMax = 14

/** Prints the customer's receipt of a refund. It has no till device: `PrintRoot` is outside its provider. */
function RefundPaper({ refund, timeZone }: FactsProps) {
  const { t } = useTranslation('till')
  const state = refundStateOf(refund)
  const { claim_url: claimUrl, claim_expires_at: claimUntil } = refund
  const facts: Facts = [
    ...useFacts({ refund, timeZone }),
    [t('refund_of'), refund.payment_reference],
    [t('refund_claim_until'), claimUntil === null ? '' : dateTimeOf(claimUntil, timeZone)],
  ]
  return (
    <>
      <p className="paper-title">{t('refund_receipt')}</p>
      <p className="paper-sum">
        <span>TZS</span> {digitsOf(refund.amount.value)}
      </p>
      <p className="paper-state">{t(claimUrl === null ? `refund_state_${state}` : 'refund_claim_scan')}</p>
      {claimUrl !== null && (
        <div className="paper-qr">
          <QrCode text={claimUrl} label={t('refund_claim_code')} />
        </div>
      )}
      <dl className="paper-facts">
        {facts.map(([name, value]) =>
          value === '' ? null : (
            <div key={name} data-long={value.length > factLengthMax || undefined}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
      </dl>
      {refund.way === 'cash' && <p className="paper-sign">{t('refund_sign')}</p>}
    </>
  )
}
