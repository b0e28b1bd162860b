// Money that fits no open payment, and deciding what becomes of it.
import { Button, Radio, Textarea } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, asked } from '../kit/api.ts'
import { moneyOf } from '../kit/money.ts'
import { addTexts } from '../text/language.ts'
import { unmatched } from '../text/unmatched.ts'
import { AskSheet } from './ask-sheet.tsx'
import { useAct, useRead } from './box.ts'
import { Empty } from './empty.tsx'
import { Money, When } from './figure.tsx'
import { type Column, List } from './list.tsx'
import { PageHead } from './page-head.tsx'
import { tailOf } from './payment.model.ts'

addTexts('unmatched', unmatched)

/** The box lists no more; as they are settled, older ones appear. */
const listedMost = 100

type UnmatchedReply = NonNullable<Awaited<ReturnType<typeof api.api.v1.unmatched.get>>['data']>
type Unmatched = UnmatchedReply['data'][number]

export function UnmatchedList() {
  const { t } = useTranslation('unmatched')
  const [asking, setAsking] = useState<Unmatched>()
  const found = useRead(['unmatched'], named => api.api.v1.unmatched.get(named))
  const items = found.data?.data
  return (
    <>
      <PageHead
        title={t('title')}
        text={items?.length === listedMost ? `${t('text')} ${t('text_more', { count: listedMost })}` : t('text')}
      />
      <List
        name={t('title')}
        columns={useColumns(setAsking)}
        keyOf={money => money.id}
        page={items && { items, total: items.length, offset: 0 }}
        trouble={found.trouble}
        again={found.again}
        empty={
          <Empty icon="check" title={t('none')} text={t('none_text')}>
            <Link to="/payments" className="button-link">
              {t('none_do')}
            </Link>
          </Empty>
        }
      />
      {asking && <SettleSheet key={asking.id} money={asking} onClose={() => setAsking(undefined)} />}
    </>
  )
}

function useColumns(settle: (money: Unmatched) => void): Column<Unmatched>[] {
  const { t } = useTranslation('unmatched')
  return [
    {
      name: 'amount',
      head: t('column_amount'),
      cell: money => (
        <strong>
          <Money amount={money.amount.value} />
        </strong>
      ),
      phone: 'main',
      align: 'end',
    },
    {
      name: 'reason',
      head: t('column_reason'),
      cell: money => t(`reason_${money.reason}`),
      phone: 'under',
      grows: true,
    },
    {
      name: 'payment',
      head: t('column_payment'),
      cell: money => (
        <Link to="/payments/$reference" params={{ reference: money.payment_reference }} className="text-link">
          <code>{tailOf(money.payment_reference)}</code>
        </Link>
      ),
      phone: 'tail',
    },
    { name: 'when', head: t('column_when'), cell: money => <When at={money.created_at} /> },
    {
      name: 'settle',
      head: t('column_act'),
      cell: money => (
        <Button size="compact-sm" variant="default" onClick={() => settle(money)}>
          {t('settle')}
        </Button>
      ),
      phone: 'side',
      align: 'end',
    },
  ]
}

function SettleSheet({ money, onClose }: { readonly money: Unmatched; readonly onClose: () => void }) {
  const { t } = useTranslation('unmatched')
  const [resolution, setResolution] = useState<'kept' | 'returned'>('kept')
  const [note, setNote] = useState('')
  const [tried, setTried] = useState(false)
  const settle = useAct((body: { resolution: 'kept' | 'returned'; note: string }, named) =>
    asked(api.api.v1.unmatched({ id: money.id }).settle.post(body, named)),
  )
  return (
    <AskSheet
      title={t('ask_title', { money: moneyOf(money.amount.value) })}
      open
      onClose={onClose}
      yes={t(`yes_${resolution}`)}
      onYes={() => {
        setTried(true)
        if (note.trim()) settle.run({ resolution, note: note.trim() }, onClose)
      }}
      busy={settle.busy}
      trouble={settle.trouble}
    >
      <Radio.Group
        aria-label={t('choice')}
        value={resolution}
        onChange={value => setResolution(value === 'returned' ? 'returned' : 'kept')}
      >
        <div className="stack">
          <Radio value="kept" label={t('kept')} description={t('kept_text')} />
          <Radio value="returned" label={t('returned')} description={t('returned_text')} />
        </div>
      </Radio.Group>
      <Textarea
        label={t('note')}
        description={t('note_hint')}
        name="note"
        rows={2}
        size="md"
        maxLength={500}
        value={note}
        error={tried && note.trim() === '' && t('note_empty')}
        onChange={event => setNote(event.currentTarget.value)}
      />
      <p>{t('final')}</p>
    </AskSheet>
  )
}
