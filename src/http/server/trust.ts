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

/** Android, Windows and macOS take DER; command-line programs ask for PEM. */
const wantsPem = (accept: string | null) =>
  /application\/(x-pem-file|pem-certificate-chain)/.test(accept ?? '')

/**
 * The page over http calls this address from another origin. The answer only proves that the address was
 * reached.
 */
const checkHeaders = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'cache-control': 'no-store',
}

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

/** The chosen language, or the device's own. */
function localeFor(request: Request): Locale {
  const chosen = new URL(request.url).searchParams.get('lang')
  const match = locales.find(locale => locale === chosen)
  return match ?? (/^sw\b/i.test(request.headers.get('accept-language') ?? '') ? 'sw' : 'en')
}

/** Devices list it as `CN=Kaunta a1b2c3`. */
const nameOf = (authority: string) =>
  /^CN=(.+)$/m.exec(new X509Certificate(authority).subject)?.[1] ?? 'Kaunta'

async function viewOf(reach: Reach, locale: Locale, device: Device): Promise<TrustView> {
  const { qrPicture } = await import('../checkout/qr-picture.ts')
  const authority = reach.authority()
  const places = reach.places()
  const secure = places.filter(({ isSecure }) => isSecure)
  // Use an address, because not every device resolves names before it is set up.
  const open = places.find(({ isSecure, kind }) => !isSecure && kind === 'address')
  const withQr = (url: string) => ({ url, qr: qrPicture(url) })
  const page = authority !== undefined && open ? withQr(`${open.url}/trust`) : undefined
  return {
    locale,
    device,
    state: authority !== undefined ? 'install' : secure.length > 0 ? 'own' : 'off',
    authorityName: authority === undefined ? '' : nameOf(authority),
    places: secure.map(({ url }) => withQr(url)),
    page,
  }
}
