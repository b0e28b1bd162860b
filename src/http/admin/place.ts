// How devices reach this server: its names and addresses for the console, and its authority to install,
// which a device opens before it trusts this server.
import { X509Certificate } from 'node:crypto'
import { Elysia } from 'elysia'
import { fault } from '../../domain/fault.ts'
import { Answer } from '../../wire/answer.ts'
import { PlacesView } from '../../wire/place.ts'
import { access } from '../access/access.ts'
import { guarded, jsonAnswer, undocumented } from '../docs/doc.ts'
import type { Server } from '../server/server.ts'

const placesDoc = guarded('settings', {
  id: 'listPlaces',
  tag: 'Health',
  summary: 'List the addresses of this server',
  description:
    'The names and addresses that lead to this server from the shop’s network now. They change with the network.',
  answers: { 200: jsonAnswer('Each address, names first', Answer(200, PlacesView)) },
})

export const placeRoutes = (server: Server) =>
  new Elysia({ prefix: '/api/v1' }).use(access(server)).get(
    '/places',
    () => {
      const items = server.reach.places().map(({ url, kind, isSecure }) => ({ url, kind, secure: isSecure }))
      return { code: 200, data: { items } } satisfies { code: 200; data: PlacesView }
    },
    placesDoc,
  )

/** Android, Windows and macOS take DER; programs for the command line say that they want PEM. */
const wantsPem = (accept: string | null) =>
  /application\/(x-pem-file|pem-certificate-chain)/.test(accept ?? '')

export const trustRoutes = ({ reach }: Server) =>
  new Elysia({ prefix: '/trust' }).get(
    '/ca.crt',
    ({ request }) => {
      const authority = reach.authority()
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
    },
    undocumented,
  )
