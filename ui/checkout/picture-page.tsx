// The page that saves and shares: a receipt, which is found by its payment number, or the QR code of a
// payment that is open. Its script draws the picture; without scripts the page can be read and a receipt
// still shared. It is apart from the page of the payment, so that the first view carries none of this.
import type { ReactNode } from 'react'
import type { Locale } from '../../src/domain/profile.ts'
import { moneyOf, tokenDigits } from '../kit/money.ts'
import { Header } from './body.tsx'
import { type CheckoutHtml, documentOf, lookOf } from './document.tsx'
import { Heading } from './heading.tsx'
import { pageUrl } from './hidden-fields.tsx'
import { Money } from './money.tsx'
import { momentIn, Receipt } from './paid-view.tsx'
import { plainColor } from './palette.ts'
import { pictureScript } from './script.ts'
import { type Translate, translateIn } from './translate.ts'
import type { CheckoutState, CheckoutView } from './view.ts'
import { Code } from './waiting-view.tsx'

/** The view of a checkout in a certain state. */
export type ViewOf<K extends CheckoutState['kind']> = CheckoutView & {
  readonly state: Extract<CheckoutState, { kind: K }>
}

/** Returns the look of a picture page. It never follows the device, so that the picture has one look. */
const pictureLook = (theme: CheckoutView['theme'], brandColor: string) => ({
  ...lookOf({ theme: theme === 'device' ? 'light' : theme, brandColor }),
  script: pictureScript,
})

interface PictureParts {
  readonly view: CheckoutView
  readonly t: Translate
  readonly fileName: string
  readonly shareText: string
  readonly children: ReactNode
  readonly more?: ReactNode
}

/**
 * Shows what the picture is drawn from, and the buttons that share and save it. The script shows the buttons
 * that the browser supports.
 */
const PictureBody = ({ view, t, fileName, shareText, children, more }: PictureParts) => (
  <>
    {view.sandbox && <aside className="sandbox">{t('sandbox')}</aside>}
    <div className="page">
      <Header view={view} t={t} />
      <main data-file={fileName} data-text={shareText}>
        {children}
        <div className="share">
          <button type="button" className="primary" data-share="" hidden>
            {t('share_picture')}
          </button>
          <button type="button" className="secondary" data-save="" hidden>
            {t('save_picture')}
          </button>
          {more}
        </div>
        <noscript>
          <p className="hint centred">{t('keep_screen')}</p>
        </noscript>
      </main>
    </div>
  </>
)

/** Renders the page of a receipt. `address` is its public URL, for the people it is shared with. */
export function receiptHtml(view: ViewOf<'paid'>, address: string): CheckoutHtml {
  const t = translateIn(view.locale)
  const { state, merchantName: shop } = view
  const shareText = t('share_text', {
    shop,
    money: moneyOf(view.amount ?? 0),
    at: momentIn(view.locale, state.paidAt, state.timeZone),
    number: tokenDigits(state.paymentNumber),
    address,
  })
  const body = encodeURIComponent(shareText)
  return documentOf({
    locale: view.locale,
    look: pictureLook(view.theme, view.brandColor),
    title: `${t('receipt')} · ${shop}`,
    name: 'paid',
    body: (
      <PictureBody
        view={view}
        t={t}
        fileName={`${t('receipt_file')}-${state.paymentNumber}.png`}
        shareText={shareText}
        more={
          <>
            <a className="secondary" href={`https://wa.me/?text=${body}`} target="_blank" rel="noreferrer">
              WhatsApp
            </a>
            <a className="secondary" href={`sms:?&body=${body}`}>
              {t('share_sms')}
            </a>
          </>
        }
      >
        <Receipt view={view} state={state} t={t} />
      </PictureBody>
    ),
  })
}

/** Renders the page that has only the QR code of a payment. `back` is the path of the payment's page. */
export function qrHtml(view: ViewOf<'waiting'>, back: string): CheckoutHtml {
  const t = translateIn(view.locale)
  const { state, merchantName: shop } = view
  const number = tokenDigits(state.paymentToken ?? '')
  return documentOf({
    locale: view.locale,
    look: pictureLook(view.theme, view.brandColor),
    title: `${t('waiting_qr')} · ${shop}`,
    name: 'waiting',
    body: (
      <PictureBody
        view={view}
        t={t}
        fileName={`${t('qr_file')}-${state.paymentToken}.png`}
        shareText={t('share_qr_text', { shop, money: moneyOf(view.amount ?? 0), number })}
        more={
          <a className="tertiary" href={pageUrl({ ...view, path: back })}>
            {t('back')}
          </a>
        }
      >
        {view.amount !== null && <Money amount={view.amount} />}
        <Heading text={t('waiting_qr')} />
        <p className="lead">{t('waiting_qr_text')}</p>
        {state.qr !== null && <Code svg={state.qr} t={t} />}
        <p className="token">
          {t('waiting_token')} <b>{number}</b>
        </p>
      </PictureBody>
    ),
  })
}

/**
 * Renders the page that asks for a payment number. `typed` is the number that was entered and has no receipt;
 * null when the page is opened first.
 */
export function findReceiptHtml(locale: Locale, typed: string | null): CheckoutHtml {
  const t = translateIn(locale)
  return documentOf({
    locale,
    look: pictureLook('light', plainColor),
    title: t('find_receipt'),
    name: 'form',
    body: (
      <div className="page">
        <main>
          <form method="get" action="/receipt" noValidate>
            <input type="hidden" name="lang" value={locale} />
            <h1>{t('find_receipt')}</h1>
            <p className="lead">{t('find_receipt_text')}</p>
            <div className="field">
              <label htmlFor="f-number">{t('receipt_number')}</label>
              <input
                id="f-number"
                name="number"
                inputMode="numeric"
                autoComplete="off"
                maxLength={12}
                defaultValue={typed ?? ''}
                {...(typed === null ? {} : { 'aria-invalid': true, 'aria-describedby': 'f-number-problem' })}
              />
              {typed !== null && (
                <p className="problem" id="f-number-problem" role="alert">
                  {t('receipt_missing')}
                </p>
              )}
            </div>
            <button type="submit" className="primary">
              {t('find_receipt_go')}
            </button>
          </form>
        </main>
      </div>
    ),
  })
}
