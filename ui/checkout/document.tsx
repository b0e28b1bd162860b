// The checkout page as one HTML document, rendered on the server: its style and its script are inside,
// nothing else is loaded but the logo.

import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Locale } from '../../src/domain/profile.ts'
import { typefacePath } from '../kit/typeface.ts'
import { CheckoutBody, titleOf } from './body.tsx'
import { Heading } from './heading.tsx'
import { pageUrl } from './hidden-fields.tsx'
import { returnOf, returnSeconds } from './paid-view.tsx'
import { paletteOf, plainColor } from './palette.ts'
import { formlessScript, script, shopScript } from './script.ts'
import { claimStyleOf, deviceStyleOf, shopStyleOf, styleOf } from './style.ts'
import { translateIn } from './translate.ts'
import type { CheckoutView } from './view.ts'

/** A page as HTML. */
export interface CheckoutHtml {
  readonly html: string
  /** The texts of its <style> and its <script>; the content-security policy allows exactly these. */
  readonly style: string
  readonly script: string
}

/** Without scripts, a page that waits reloads after this many seconds. */
const refreshSeconds = 3

/** Renders the whole checkout page in its current state. */
export function checkoutHtml(view: CheckoutView): CheckoutHtml {
  const t = translateIn(view.locale)
  return documentOf({
    locale: view.locale,
    look: lookOf(view),
    title: titleOf(view, t),
    name: view.state.kind,
    refresh: refreshOf(view),
    body: (
      <>
        <CheckoutBody view={view} t={t} />
        <p className="visually-hidden" aria-live="polite" data-said="" />
        <p className="offline" role="status" hidden>
          {t('offline')}
        </p>
      </>
    ),
  })
}

/** The style, colours and script of a document. */
interface Look {
  readonly style: string
  /** The colour schemes (`light`, `dark` or both), for the browser before it has read the style. */
  readonly schemes: string
  /** The colour of the browser's own frame. */
  readonly brand: string
  readonly script: string
}

/** Returns the look of a checkout: light or dark as its profile asks; without a session as the device is. */
export function lookOf({ theme, brandColor }: Pick<CheckoutView, 'theme' | 'brandColor'>): Look {
  if (theme !== 'device') return themeLook(theme, brandColor)
  return deviceLook(deviceStyleOf, brandColor)
}

/** Returns a look that is dark where the customer's device is, with the script for pages without a form. */
function deviceLook(styleOf: typeof deviceStyleOf, brandColor: string): Look {
  const light = paletteOf('light', brandColor)
  const style = styleOf(light, paletteOf('dark', brandColor))
  return { style, schemes: 'light dark', brand: light.brand, script: formlessScript }
}

/** Returns the look of the shop page, which equals that of the checkout it leads to. */
export function shopLook(brandColor: string): Look {
  const palette = paletteOf('light', brandColor)
  return { style: shopStyleOf(palette), schemes: 'light', brand: palette.brand, script: shopScript }
}

/** Returns the look of the page where a customer claims a refund. */
export const claimLook = (brandColor: string): Look => deviceLook(claimStyleOf, brandColor)

/** Returns a look that is always light or always dark. */
function themeLook(theme: 'light' | 'dark', brandColor: string): Look {
  const palette = paletteOf(theme, brandColor)
  return { style: styleOf(palette), schemes: theme, brand: palette.brand, script }
}

/**
 * Returns when and where the page goes on without scripts; with scripts the page decides that itself.
 * Undefined: the page stays.
 */
function refreshOf(view: CheckoutView): string | undefined {
  const { state } = view
  if (state.kind === 'waiting' || state.kind === 'unknown') return `${refreshSeconds};url=${pageUrl(view)}`
  const returnUrl = state.kind === 'paid' ? returnOf(state) : undefined
  return returnUrl && `${returnSeconds};url=${returnUrl}`
}

/** Why there is no session to show. */
export type CheckoutProblem = 'missing' | 'bad_link' | 'too_many' | 'server_error'

/** Renders the page of a problem. `retry` is where a second try leads; absent if it would be of no use. */
export function problemHtml(kind: CheckoutProblem, locale: Locale, retry?: string): CheckoutHtml {
  const t = translateIn(locale)
  return documentOf({
    locale,
    look: themeLook('light', plainColor),
    title: t(kind),
    name: 'problem',
    body: (
      <div className="page">
        <main>
          <Heading icon="alert" look="warning" text={t(kind)} />
          <p className="lead">{t(`${kind}_text`)}</p>
          {retry !== undefined && (
            <a className="primary" href={retry}>
              {t('try_again')}
            </a>
          )}
        </main>
      </div>
    ),
  })
}

interface DocumentParts {
  readonly locale: Locale
  readonly look: Look
  readonly title: string
  /** The class in the style sheet. */
  readonly name: CheckoutView['state']['kind'] | 'confirm' | 'problem'
  readonly refresh?: string | undefined
  readonly body: ReactNode
}

/** Renders a whole HTML document around `body`, with its style and script inside. */
export function documentOf({ locale, look, title, name, refresh, body }: DocumentParts): CheckoutHtml {
  const { style, script } = look
  const html = renderToStaticMarkup(
    <html lang={locale}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="format-detection" content="telephone=no" />
        <meta name="color-scheme" content={look.schemes} />
        <meta name="theme-color" content={look.brand} />
        <title>{title}</title>
        <link rel="preload" as="font" type="font/woff2" crossOrigin="" href={typefacePath} />
        {refresh && (
          <noscript>
            <meta httpEquiv="refresh" content={refresh} />
          </noscript>
        )}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant and hex colours */}
        <style dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      <body className={`at-${name}`}>
        {body}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant */}
        <script dangerouslySetInnerHTML={{ __html: script }} />
      </body>
    </html>,
  )
  return { html: `<!doctype html>${html}`, style, script }
}
