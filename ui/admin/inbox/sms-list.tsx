// Payment SMS of the shop's own till number, below unmatched money: those that wait for a person, with their
// text, and those that are resolved. Nothing is shown where no phone has forwarded any.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../kit/api.ts'
import { addTexts } from '../../kit/language.ts'
import { Money, StateChip, Timestamp } from '../parts/figure.tsx'
import { type Column, List } from '../parts/list.tsx'
import { usePersonName } from '../parts/person-name.ts'
import { useRead } from '../parts/queries.ts'
import { sms as texts } from './sms.text.ts'
import { SmsSheet } from './sms-sheet.tsx'

addTexts('sms', texts)

/** How many SMS are shown, the newest first. Older SMS appear when these are resolved. */
const pageSize = 50
/** How often the list is read again. */
const refreshMs = 30_000

type SmsReply = NonNullable<Awaited<ReturnType<typeof api.api.v1.unmatched.sms.get>>['data']>
type Sms = SmsReply['data']['items'][number]

/** Lists open or resolved payment SMS; shows nothing when there are none. */
export function SmsList({ status }: { readonly status: 'open' | 'settled' }) {
  const { t } = useTranslation('sms')
  const [smsToResolve, setSmsToResolve] = useState<Sms>()
  const query = { status, limit: pageSize }
  const messages = useRead(['sms', query], header => api.api.v1.unmatched.sms.get({ query, ...header }), {
    keepPrevious: true,
    everyMs: refreshMs,
  })
  const columns = { open: useOpenColumns(setSmsToResolve), settled: useSettledColumns() }
  const items = messages.data?.data.items ?? []
  if (items.length === 0 && !messages.apiError) return null
  return (
    <section className="inbox-part" aria-label={t('title')}>
      <h2>{t('title')}</h2>
      <p>{t(status === 'open' ? 'text' : 'text_settled')}</p>
      <List
        name={t('title')}
        columns={columns[status]}
        keyOf={message => message.id}
        page={{ items, total: items.length, offset: 0 }}
        apiError={messages.apiError}
        isStale={messages.stale}
        retry={messages.retry}
        empty={null}
      />
      {smsToResolve && (
        <SmsSheet key={smsToResolve.id} id={smsToResolve.id} onClose={() => setSmsToResolve(undefined)} />
      )}
    </section>
  )
}

/** Returns the columns that both lists have: amount, text, and time of receipt. */
function useSharedColumns(): { amount: Column<Sms>; text: Column<Sms>; received: Column<Sms> } {
  const { t } = useTranslation('sms')
  return {
    amount: {
      name: 'amount',
      head: t('column_amount'),
      cell: ({ amount }) => (amount ? <Money amount={amount.value} /> : t('no_amount')),
      onPhone: 'main',
      align: 'end',
    },
    text: {
      name: 'text',
      head: t('column_text'),
      cell: ({ sender, text }) => (
        <span className="settled-why">
          <strong>{sender}</strong>: {text ?? t('text_removed')}
        </span>
      ),
      onPhone: 'whole',
      grows: true,
    },
    received: {
      name: 'received',
      head: t('column_received'),
      cell: ({ received_at }) => <Timestamp at={received_at} />,
      onPhone: 'tail',
    },
  }
}

/** Returns the columns of SMS that wait for a person. `resolve` opens the dialog for the SMS of a row. */
function useOpenColumns(resolve: (message: Sms) => void): Column<Sms>[] {
  const { t } = useTranslation('sms')
  const { amount, text, received } = useSharedColumns()
  return [
    amount,
    {
      name: 'reason',
      head: t('column_reason'),
      cell: ({ reason }) => reason && t(`reason_${reason}`),
      onPhone: 'under',
    },
    text,
    received,
    {
      name: 'resolve',
      head: t('column_action'),
      cell: message => (
        <Button size="compact-sm" variant="default" onClick={() => resolve(message)}>
          {t('resolve')}
        </Button>
      ),
      onPhone: 'side',
      align: 'end',
    },
  ]
}

/** Returns the columns of resolved SMS: whether each paid a sale, and who decided that, with their note. */
function useSettledColumns(): Column<Sms>[] {
  const { t } = useTranslation('sms')
  const nameOf = usePersonName()
  const { amount, text, received } = useSharedColumns()
  return [
    amount,
    {
      name: 'result',
      head: t('column_result'),
      cell: ({ state }) => {
        const isClaimed = state === 'claimed'
        return (
          <StateChip
            tone={isClaimed ? 'good' : 'neutral'}
            icon={isClaimed ? 'check' : 'inbox'}
            text={t(isClaimed ? 'state_claimed' : 'state_settled')}
          />
        )
      },
      onPhone: 'side',
    },
    {
      name: 'who',
      head: t('note'),
      cell: ({ decided_by, note }) => [nameOf(decided_by, t('automatic')), note].filter(Boolean).join(': '),
      wideOnly: true,
    },
    text,
    received,
  ]
}
