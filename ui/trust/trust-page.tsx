// The page that leads a device to trust this server, rendered on the server: three steps for each kind of
// device, the visitor's own first. It works without scripts; with them it shows when the device trusts the
// server.
import { renderToStaticMarkup } from 'react-dom/server'
import { type Locale, locales } from '../../src/domain/profile.ts'
import { paletteOf, plainColor } from '../checkout/palette.ts'
import { trustScript } from '../checkout/script.ts'
import { trustStyleOf } from '../checkout/style.ts'
import { languageNames } from '../checkout/translate.ts'
import { type Device, devices } from './device.ts'
import { type TrustTextKey, trust } from './trust.text.ts'

/** An address of this server, with its QR code as an SVG element. */
interface TrustAddress {
  readonly url: string
  readonly qr: string
}

/** What the page shows. */
export interface TrustView {
  readonly locale: Locale
  readonly device: Device
  /** `own`: the owner has a certificate that devices already trust; `off`: the server has no https. */
  readonly state: 'install' | 'own' | 'off'
  /** The name under which devices list the authority. */
  readonly authorityName: string
  /** The addresses over https, names first. */
  readonly places: readonly TrustAddress[]
  /** The address of this page over http. */
  readonly page: TrustAddress | undefined
}

type Translate = (word: TrustTextKey, values?: Readonly<Record<string, string>>) => string

const light = paletteOf('light', plainColor)
const style = trustStyleOf(light, paletteOf('dark', plainColor))

/** Renders the whole page. Its style and script are also returned, for the content-security policy. */
export function trustHtml(view: TrustView) {
  const { locale, state } = view
  const words = trust[locale]
  const t: Translate = (word, values = {}) =>
    words[word].replace(/{{(\w+)}}/g, (_, name: string) => values[name] ?? '')
  const title = t(state === 'install' ? 'title' : state)
  const html = renderToStaticMarkup(
    <html lang={locale}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content={light.brand} />
        <title>{`${title} · Kaunta`}</title>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant */}
        <style dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      <body>
        <Body view={view} title={title} t={t} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant */}
        <script dangerouslySetInnerHTML={{ __html: trustScript }} />
      </body>
    </html>,
  )
  return { html: `<!doctype html>${html}`, style, script: trustScript }
}

interface PartProps {
  readonly view: TrustView
  readonly t: Translate
}

/** Shows the steps, the addresses of the server and the address of this page. */
function Body({ view, title, t }: PartProps & { readonly title: string }) {
  const { locale, state, places, page } = view
  return (
    <div className="page">
      <Header locale={locale} t={t} />
      <main data-checks={places.map(({ url }) => url).join(' ')}>
        <h1>{title}</h1>
        {state === 'install' ? <Install view={view} t={t} /> : <p className="lead">{t(`${state}_text`)}</p>}
        {places.length > 0 && (
          <TrustCodes title={t('addresses')} text={t('addresses_text')} places={places} t={t} />
        )}
        {page && <TrustCodes title={t('other_device')} text={t('other_device_text')} places={[page]} t={t} />}
      </main>
    </div>
  )
}

/** Shows the mark of Kaunta and the other languages. */
const Header = ({ locale, t }: { locale: Locale; t: Translate }) => (
  <header>
    <span className="monogram" aria-hidden="true">
      K
    </span>
    <p className="brand">Kaunta</p>
    <nav aria-label={t('language')}>
      {locales
        .filter(other => other !== locale)
        .map(other => (
          <a key={other} href={`/trust?lang=${other}`} lang={other} hrefLang={other} data-language="">
            {languageNames[other]}
          </a>
        ))}
    </nav>
  </header>
)

/** Shows the state of trust, the download, and the steps for each kind of device. */
function Install({ view, t }: PartProps) {
  const { device: visitorDevice } = view
  const firstUrl = view.places[0]?.url ?? ''
  return (
    <>
      <p className="lead">{t('lead')}</p>
      <p className="hint">{t('once')}</p>
      <p
        className="state"
        role="status"
        hidden
        data-trust=""
        data-yes={t('trusted')}
        data-no={t('not_trusted')}
      />
      <a className="primary" href={`${firstUrl}/till`} hidden data-open="">
        {t('open_till')}
      </a>
      <a className="primary" href="/trust/ca.crt">
        {t('download')}
      </a>
      {[visitorDevice, ...devices.filter(device => device !== visitorDevice)].map(device => (
        <details key={device} open={device === visitorDevice}>
          <summary>{t(device)}</summary>
          <ol>
            <li>{t(`${device}_get`)}</li>
            <li>{t(`${device}_add`, { name: view.authorityName })}</li>
            <li>{t('open', { url: firstUrl })}</li>
          </ol>
        </details>
      ))}
    </>
  )
}

interface CodesProps {
  readonly title: string
  readonly text: string
  readonly places: readonly TrustAddress[]
  readonly t: Translate
}

/** Shows addresses, each with its QR code. */
const TrustCodes = ({ title, text, places, t }: CodesProps) => (
  <section>
    <h2>{title}</h2>
    <p className="hint">{text}</p>
    <div className="codes">
      {places.map(({ url, qr }) => (
        <figure key={url}>
          <div
            className="qr"
            role="img"
            aria-label={t('qr_alt', { url })}
            // biome-ignore lint/security/noDangerouslySetInnerHtml: drawn by our own code
            dangerouslySetInnerHTML={{ __html: qr }}
          />
          <figcaption>
            <a href={url}>{url}</a>
          </figcaption>
        </figure>
      ))}
    </div>
  </section>
)
