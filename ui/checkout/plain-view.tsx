// The states without a form: the outcome is unknown, or the session has ended unpaid.
import { Heading } from './heading.tsx'
import { failureTexts, type Translate } from './translate.ts'

interface PlainProps {
  readonly kind: 'unknown' | 'expired' | 'cancelled'
  readonly shop: string
  readonly t: Translate
}

/** Explains that the outcome is unknown, or that the session has ended unpaid. */
export function PlainView({ kind, shop, t }: PlainProps) {
  if (kind === 'unknown')
    return (
      <>
        <Heading icon="clock" look="warning" text={t('unknown')} />
        <p className="lead emphasis">{t('unknown_text')}</p>
        <p className="lead">{t('unknown_more')}</p>
        <p className="hint centred">{t('unknown_shop', { shop })}</p>
      </>
    )
  return (
    <>
      <Heading icon={kind === 'expired' ? 'clock' : 'cross'} look="ended" text={t(kind)} />
      <p className="lead">{t(`${kind}_text`, { shop })}</p>
      <p className="hint centred">{t('ended_paid', { shop })}</p>
    </>
  )
}

interface FailedProps {
  /** The network's reason. */
  readonly reason: string | null
  readonly shop: string
  readonly t: Translate
}

/** Explains that the payment failed. This page has no second try, but the shop can start another payment. */
export const FailedView = ({ reason, shop, t }: FailedProps) => (
  <>
    <Heading icon="cross" look="ended" text={t('failed')} />
    {reason !== null && <p className="lead emphasis">{t(failureTexts(reason).what)}</p>}
    <p className="lead">{t('failed_text', { shop })}</p>
    <p className="hint centred">{t('ended_paid', { shop })}</p>
  </>
)
