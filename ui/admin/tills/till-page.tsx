// One till: who is on it, and what can be changed about it, each change with its consequences.
import { Button } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, resultOf } from '../../kit/api.ts'
import { serverNow } from '../../kit/clock.ts'
import { addTexts } from '../../kit/language.ts'
import { moneyOf } from '../../kit/money.ts'
import { Sheet } from '../../kit/sheet.tsx'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { Card, Facts } from '../parts/facts.tsx'
import { StateChip, Timestamp } from '../parts/figure.tsx'
import { Icon } from '../parts/icon.tsx'
import { NameCard } from '../parts/name-card.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { usePersonName } from '../parts/person-name.ts'
import { useAction } from '../parts/queries.ts'
import { PageSkeleton } from '../parts/skeleton.tsx'
import { type Till, useTills } from '../parts/till.queries.ts'
import { tillStateChips, tillStateOf } from './till.model.ts'
import { type Pairing, TillPairing } from './till-pairing.tsx'
import { PrinterCard } from './till-printer.tsx'
import { tills as words } from './tills.text.ts'

addTexts('tills', words)

/** The page of one till. */
export function TillPage() {
  const { t } = useTranslation('tills')
  const { id } = useParams({ from: '/tills/$id' })
  const { tills, apiError, retry } = useTills()
  const back = { to: '/tills', text: t('back') } as const
  const till = tills?.find(eachTill => eachTill.id === id)
  if (till) return <TillView key={id} till={till} />
  if (!tills && !apiError) return <PageSkeleton />
  return (
    <>
      <PageHead title={t('title')} back={back} />
      {apiError ? (
        <ApiErrorNote apiError={apiError} retry={retry} />
      ) : (
        <EmptyState icon="search" title={t('not_found')} text={t('not_found_text')} />
      )}
    </>
  )
}

/** Draws the till's facts and, unless it is revoked, the cards that change it. */
function TillView({ till }: { readonly till: Till }) {
  const { t } = useTranslation('tills')
  const state = tillStateOf(till, serverNow())
  return (
    <>
      <PageHead
        title={till.name}
        back={{ to: '/tills', text: t('back') }}
        text={<StateChip {...tillStateChips[state]} text={t(`state_${state}`)} />}
      >
        <Link
          to="/shifts"
          search={({ account }) => ({ ...(account ? { account } : {}), till: till.id })}
          className="button-link"
        >
          <Icon name="clock" size={18} /> {t('shifts')}
        </Link>
      </PageHead>
      <div className="card-stack">
        <FactCard till={till} />
        {state !== 'revoked' && (
          <>
            <PairCard till={till} />
            <PrinterCard till={till} />
            <TillName till={till} />
            <RevokeCard till={till} />
          </>
        )}
      </div>
    </>
  )
}

/** Shows who is on the till and since when, and what was sold after the last shift was closed. */
function FactCard({ till: { staff, shift, after_shift, ...till } }: { readonly till: Till }) {
  const { t } = useTranslation('tills')
  const nameOf = usePersonName()
  const { count, gross } = after_shift
  return (
    <Card>
      <Facts
        facts={[
          {
            name: t('column_cashier'),
            value: till.revoked_at === null && (staff ? nameOf(staff, t('former_staff')) : t('cashier_none')),
          },
          {
            name: t('fact_shift'),
            value: shift && (
              <Link to="/shifts/$id" params={{ id: shift.id }} className="text-link">
                {t('since')} <Timestamp at={shift.opened_at} />
              </Link>
            ),
          },
          { name: t('fact_after'), value: count > 0 && t('after', { count, money: moneyOf(gross) }) },
          {
            name: t('column_seen'),
            value: till.last_seen_at ? <Timestamp at={till.last_seen_at} isExact /> : t('never'),
          },
          {
            name: t('column_paired'),
            value: till.paired_at ? <Timestamp at={till.paired_at} isExact /> : t('never'),
          },
          { name: t('fact_created'), value: <Timestamp at={till.created_at} isExact /> },
          { name: t('column_revoked'), value: till.revoked_at && <Timestamp at={till.revoked_at} isExact /> },
        ]}
      />
    </Card>
  )
}

/** Makes a pairing code and shows it until a tablet has used it. */
function PairCard({ till }: { readonly till: Till }) {
  const { t } = useTranslation('tills')
  const [shownPairing, setShownPairing] = useState<{
    readonly pairing: Pairing
    readonly pairedBefore: string | null
  }>()
  const createPairing = useAction((_: undefined, header) =>
    resultOf(api.api.v1.tills({ id: till.id }).pairing.post(undefined, header)),
  )
  const makeCode = () =>
    createPairing.run(undefined, ({ data }) =>
      setShownPairing({ pairing: data, pairedBefore: till.paired_at }),
    )
  const close = () => setShownPairing(undefined)
  return (
    <Card title={t('pairing')} text={t(till.paired_at ? 'pairing_text' : 'pairing_first')}>
      <div className="stack">
        <ApiErrorNote apiError={createPairing.apiError} />
        <div className="save-line">
          <Button
            variant={till.paired_at ? 'default' : 'filled'}
            loading={createPairing.busy}
            onClick={makeCode}
          >
            {t('pairing_start')}
          </Button>
        </div>
      </div>
      <Sheet title={t('pair_title', { name: till.name })} open={shownPairing !== undefined} onClose={close}>
        {shownPairing && (
          <TillPairing
            till={till}
            firstPairing={shownPairing.pairing}
            pairedBefore={shownPairing.pairedBefore}
            onDone={close}
          />
        )}
      </Sheet>
    </Card>
  )
}

/** The card that renames a till. */
function TillName({ till: { id, name } }: { readonly till: Till }) {
  const { t } = useTranslation('tills')
  const change = useAction((body: { name: string }, header) =>
    resultOf(api.api.v1.tills({ id }).patch(body, header)),
  )
  return (
    <NameCard
      title={t('rename')}
      label={t('name')}
      name={name}
      empty={t('name_empty')}
      save={t('rename_save')}
      change={change}
    />
  )
}

/** Revokes a till for good after a question. Its tablet can sell no more; its sales stay. */
function RevokeCard({ till: { id, name, shift } }: { readonly till: Till }) {
  const { t } = useTranslation('tills')
  const [isDialogOpen, setDialogOpen] = useState(false)
  const revoke = useAction((_: undefined, header) =>
    resultOf(api.api.v1.tills({ id }).delete(undefined, header)),
  )
  const openDialog = () => {
    revoke.reset()
    setDialogOpen(true)
  }
  return (
    <Card title={t('revoke')} text={t('revoke_text')}>
      <Button variant="default" className="danger-outline" onClick={openDialog}>
        {t('revoke_start')}
      </Button>
      <ConfirmDialog
        title={t('revoke_title', { name })}
        open={isDialogOpen}
        onClose={() => setDialogOpen(false)}
        confirm={t('revoke_confirm')}
        isDanger
        onConfirm={() => revoke.run(undefined, () => setDialogOpen(false))}
        isBusy={revoke.busy}
        apiError={revoke.apiError}
      >
        <p>{t('revoke_effect')}</p>
        {shift && <p className="info-note">{t('revoke_shift')}</p>}
        <p>{t('revoke_stay')}</p>
      </ConfirmDialog>
    </Card>
  )
}
