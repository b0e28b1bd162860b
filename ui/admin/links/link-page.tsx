// The page of one checkout session: its link while it can be paid, then what came of it.

import { Button } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, resultOf } from '../../kit/api.ts'
import { staffCaller } from '../../kit/caller.ts'
import { addTexts } from '../../kit/language.ts'
import { openLiveStream } from '../../kit/live-stream.ts'
import { moneyOf } from '../../kit/money.ts'
import { paymentEventsUrl } from '../../kit/payment.ts'
import { phoneOf } from '../../kit/time.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { CopyField } from '../parts/copy-field.tsx'
import { useAccount, useMay } from '../parts/current-account.tsx'
import { Card, Facts } from '../parts/facts.tsx'
import { StateChip, Timestamp } from '../parts/figure.tsx'
import { LineItems } from '../parts/line-items.tsx'
import { PageError } from '../parts/page-error.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { useAction, useRead } from '../parts/queries.ts'
import { PageSkeleton } from '../parts/skeleton.tsx'
import { isPayable, linkStateChips, linkStateOf, type PaymentLink } from './link.model.ts'
import { linkForm } from './link-form.text.ts'
import { RequestedAmount } from './link-list.tsx'
import { LinkShare } from './link-share.tsx'
import { links } from './links.text.ts'

addTexts('links', links)
addTexts('link-form', linkForm)

/** How often a link is read again while it can be paid: the person who sent it waits for the money. */
const refreshMs = 4_000

/** Shows the payment link whose reference is in the address, and updates it while it can be paid. */
export function LinkPage() {
  const { t } = useTranslation('links')
  const { reference } = useParams({ from: '/links/$reference' })
  const link = useRead(['sessions', reference], header => api.api.v1.sessions({ reference }).get(header))
  const session = link.data?.data
  useLinkUpdates(session, link.retry)
  const back = { to: '/links', text: t('back') } as const
  if (link.apiError)
    return (
      <PageError failedRead={link} title={t('title')} back={back} t={t}>
        <Link to="/links" className="button-link">
          {t('clear_filters')}
        </Link>
      </PageError>
    )
  if (!session) return <PageSkeleton />
  return <LinkDetails session={session} />
}

/**
 * Calls `refetch` while the link can be paid: every 4 seconds while the page is visible and, after a customer
 * has begun a payment, at once when that payment changes.
 * @param session undefined while the link is loading
 */
function useLinkUpdates(session: PaymentLink | undefined, refetch: () => void): void {
  const { id } = useAccount()
  const canBePaid = session !== undefined && isPayable(session)
  const payment = canBePaid ? session.payment_reference : ''
  // A ref, so that a new function does not start the timer and the stream again.
  const latestRefetch = useRef(refetch)
  latestRefetch.current = refetch
  useEffect(() => {
    if (!canBePaid) return
    const refresh = () => latestRefetch.current()
    const timer = setInterval(() => {
      if (!document.hidden) refresh()
    }, refreshMs)
    const streamUrl = paymentEventsUrl(staffCaller(id), payment)
    const closeStream = payment
      ? openLiveStream(streamUrl, { names: ['payment'], receive: refresh })
      : undefined
    return () => {
      clearInterval(timer)
      closeStream?.()
    }
  }, [canBePaid, payment, id])
}

/**
 * Shows the page of a link: its result, how to send it while it can be paid, the customer's answers, the
 * items, and the facts of the link.
 */
function LinkDetails({ session }: { readonly session: PaymentLink }) {
  const { t } = useTranslation(['links', 'link-form'])
  const state = linkStateOf(session)
  const amount = session.allow_custom_amount ? t('custom_amount') : moneyOf(session.amount)
  return (
    <>
      <PageHead
        title={amount}
        tab={`${amount} · ${t('title')}`}
        text={
          <span className="head-state">
            <StateChip {...linkStateChips[state]} text={t(`state_${state}`)} /> {session.description}
          </span>
        }
        back={{ to: '/links', text: t('back') }}
      >
        {isPayable(session) && <CancelLink session={session} />}
      </PageHead>
      <div className="link-grid">
        <div className="link-main">
          <LinkResult session={session} />
          {isPayable(session) && <LinkShare session={session} />}
          <Answers session={session} />
          <LineItems title={t('link-form:items')} items={session.line_items} />
        </div>
        <div className="link-side">
          <LinkFacts session={session} />
          <Metadata session={session} />
        </div>
      </div>
    </>
  )
}

/**
 * Shows the result of the link, with a link to its payment or, if it ended without one, to the form for
 * another link. Draws nothing while no one has begun to pay (`pending`).
 */
function LinkResult({ session }: { readonly session: PaymentLink }) {
  const { t } = useTranslation('links')
  const state = linkStateOf(session)
  if (state === 'pending') return null
  const textKeys = {
    active: ['is_active', 'is_active_text'],
    completed: ['is_paid', 'is_paid_text'],
    late: ['state_late', 'is_late_text'],
    expired: ['is_expired', 'is_expired_text'],
    cancelled: ['is_cancelled', 'is_cancelled_text'],
  } as const
  const [titleKey, textKey] = textKeys[state]
  return (
    <section className={`link-result link-result-${linkStateChips[state].tone}`} role="status">
      <div>
        <h2 className="link-result-title">{t(titleKey)}</h2>
        <p>{t(textKey)}</p>
      </div>
      {session.payment_reference ? (
        <Link
          to="/payments/$reference"
          params={{ reference: session.payment_reference }}
          className="button-link"
        >
          {t('to_payment')}
        </Link>
      ) : (
        !isPayable(session) && (
          <Link to="/links/new" className="button-link">
            {t('create_another')}
          </Link>
        )
      )}
    </section>
  )
}

/** Shows the button that cancels the link after a confirmation; hidden from people who may not sell. */
function CancelLink({ session: { reference, status } }: { readonly session: PaymentLink }) {
  const { t } = useTranslation('links')
  const mayCancel = useMay('sell')
  const [open, setOpen] = useState(false)
  const cancel = useAction((_: undefined, header) =>
    resultOf(api.api.v1.sessions({ reference }).cancel.post(undefined, header)),
  )
  const close = () => {
    setOpen(false)
    cancel.reset()
  }
  if (!mayCancel) return null
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('cancel')}
      </Button>
      <ConfirmDialog
        title={t('cancel_title')}
        open={open}
        onClose={close}
        confirm={t('cancel_confirm')}
        onConfirm={() => cancel.run(undefined, close)}
        isDanger
        isBusy={cancel.busy}
        apiError={cancel.apiError}
      >
        <p>{t('cancel_text')}</p>
        {status === 'active' && <p>{t('cancel_active')}</p>}
        <p>{t('cancel_late')}</p>
      </ConfirmDialog>
    </>
  )
}

/** Lists the facts of the link, such as amount, customer and times. Empty values are left out. */
function LinkFacts({ session }: { readonly session: PaymentLink }) {
  const { t } = useTranslation(['links', 'link-form'])
  const bounds = { min: moneyOf(session.min_amount), max: moneyOf(session.max_amount) }
  return (
    <Card title={t('details')}>
      <Facts
        facts={[
          {
            name: t('fact_amount'),
            value: !session.allow_custom_amount && <RequestedAmount session={session} />,
          },
          { name: t('fact_bounds'), value: session.allow_custom_amount && t('custom_amount_range', bounds) },
          { name: t('fact_shop'), value: session.merchant_name },
          { name: t('fact_customer'), value: session.customer_name },
          { name: t('fact_phone'), value: phoneOf(session.customer_phone) },
          { name: t('fact_email'), value: session.customer_email },
          {
            name: t('fact_methods'),
            value: session.allowed_methods.map(method => t(`link-form:method_${method}`)).join(', '),
          },
          { name: t('fact_created'), value: <Timestamp at={session.created_at} isExact /> },
          { name: t('fact_expires'), value: <Timestamp at={session.expires_at} isExact /> },
          {
            name: t('fact_completed'),
            value: session.completed_at && <Timestamp at={session.completed_at} isExact />,
          },
          { name: t('fact_redirect'), value: session.redirect_url },
          { name: t('fact_webhook'), value: session.webhook_url },
          {
            name: t('fact_reference'),
            value: <CopyField text={session.reference} label={t('the_reference')} />,
          },
        ]}
      />
    </Card>
  )
}

/** Shows the customer's answer to each custom field; draws nothing if the link has no custom fields. */
function Answers({ session: { custom_fields } }: { readonly session: PaymentLink }) {
  const { t } = useTranslation('links')
  if (custom_fields.length === 0) return null
  return (
    <Card title={t('answers')}>
      <Facts
        facts={custom_fields.map(({ label, value }) => ({
          name: label,
          value: value ? (
            <span className="answer">{value}</span>
          ) : (
            <span className="not-answered">{t('answers_none')}</span>
          ),
        }))}
      />
    </Card>
  )
}

/** Shows the developer’s metadata, if there is any. */
function Metadata({ session: { metadata } }: { readonly session: PaymentLink }) {
  const { t } = useTranslation('links')
  const pairs = Object.entries(metadata)
  if (pairs.length === 0) return null
  return (
    <Card title={t('metadata')}>
      <Facts facts={pairs.map(([name, value]) => ({ name, value: String(value) }))} />
    </Card>
  )
}
