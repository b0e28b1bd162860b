// The page that a device opens before it trusts this server: the steps, the authority to install, and a check
// that succeeds over https once the device trusts it.
import { X509Certificate } from 'node:crypto'
import { Elysia } from 'elysia'
import { type Device, deviceOf } from '../../../ui/trust/device.ts'
import { type TrustView, trustHtml } from '../../../ui/trust/trust-page.tsx'
import { fault } from '../../domain/fault.ts'
import { type Locale, locales } from '../../domain/profile.ts'
import { undocumented } from '../docs/doc.ts'
import { htmlAnswer } from './html-answer.ts'
import type { Reach, Server } from './server.ts'

/** Whether the client asks for PEM, as command-line programs do. Android, Windows and macOS take DER. */
const wantsPem = (accept: string | null) =>
  /application\/(x-pem-file|pem-certificate-chain)/.test(accept ?? '')

/**
 * The page over http calls the check from another origin. The response only proves that the address was
 * reached.
 */
const checkHeaders = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'cache-control': 'no-store',
}

/** Returns the routes of the trust page, of its check over https, and of the authority's certificate. */
export const trustRoutes = ({ reach }: Server) =>
  new Elysia({ prefix: '/trust' })
    .get(
      '',
      async ({ request }) => {
        await reach.whenBegun()
        const view = await viewOf(
          reach,
          localeFor(request),
          deviceOf(request.headers.get('user-agent') ?? ''),
        )
        return htmlAnswer(trustHtml(view), { request, connect: view.places.map(({ url }) => url) })
      },
      undocumented,
    )
    .get('/check', () => new Response(null, { status: 204, headers: checkHeaders }), undocumented)
    .get(
      '/ca.crt',
      async ({ request }) => {
        await reach.whenBegun()
        return authorityAnswer(reach.authority(), request)
      },
      undocumented,
    )

/**
 * Answers with the certificate of this server's authority.
 * @throws Fault `path_not_found` when https does not use it
 */
function authorityAnswer(authority: string | undefined, request: Request): Response {
  if (authority === undefined) throw fault('path_not_found', { path: '/trust/ca.crt' })
  const isPem = wantsPem(request.headers.get('accept'))
  return new Response(isPem ? authority : new X509Certificate(authority).raw, {
    headers: {
      'content-type': isPem ? 'application/x-pem-file' : 'application/x-x509-ca-cert',
      'content-disposition': 'attachment; filename="kaunta-ca.crt"',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      vary: 'accept',
    },
  })
}

/** Returns the language that the person chose on the page, else the language of the device. */
function localeFor(request: Request): Locale {
  const chosen = new URL(request.url).searchParams.get('lang')
  const chosenLocale = locales.find(locale => locale === chosen)
  if (chosenLocale) return chosenLocale
  return /^sw\b/i.test(request.headers.get('accept-language') ?? '') ? 'sw' : 'en'
}

/** Returns the name under which devices list the authority, such as `Kaunta a1b2c3`. */
const nameOf = (authority: string) =>
  /^CN=(.+)$/m.exec(new X509Certificate(authority).subject)?.[1] ?? 'Kaunta'

/**
 * Returns what the trust page shows to a device: the addresses over https with their QR codes, and the steps.
 */
async function viewOf(reach: Reach, locale: Locale, device: Device): Promise<TrustView> {
  const { qrPicture } = await import('../checkout/qr-picture.ts')
  const authority = reach.authority()
  const places = reach.places()
  const securePlaces = places.filter(({ isSecure }) => isSecure)
  // Use an address, because not every device resolves names before it is set up.
  const httpPlace = places.find(({ isSecure, kind }) => !isSecure && kind === 'address')
  const withQr = (url: string) => ({ url, qr: qrPicture(url) })
  // Another device opens this page to install the authority, so it needs an address over http.
  const page = authority !== undefined && httpPlace ? withQr(`${httpPlace.url}/trust`) : undefined
  return {
    locale,
    device,
    state: stateOf(authority, securePlaces.length > 0),
    authorityName: authority === undefined ? '' : nameOf(authority),
    places: securePlaces.map(({ url }) => withQr(url)),
    page,
  }
}

/** Returns `install` if devices must install the authority, `own` if https needs no authority, else `off`. */
function stateOf(authority: string | undefined, hasHttps: boolean): TrustView['state'] {
  if (authority !== undefined) return 'install'
  return hasHttps ? 'own' : 'off'
}
